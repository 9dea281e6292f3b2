import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Security } from '#contract/security.ts'
import { CONSENT } from '#domain/documents.ts'
import { dayAndClock, dayAndMonth } from '#domain/russian.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/pages/share.tsx'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Download, FileText, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SecurityLine } from './security-line.tsx'
import css from './security.module.css'

const FAILED = 'Не получилось. Попробуйте ещё раз.'

/** What the account holds: a copy of it, and its deletion. */
export function DataSection({ copy, agreed }: Pick<Security, 'copy' | 'agreed'>) {
  const zone = useViewerZone()
  const now = useNow()
  const { revalidate } = useRevalidator()
  const { saving, failed, save } = useSaving({
    wordsOf: (failure) => errorMessage(failure, FAILED),
  })
  const ask = async () => {
    await save(() => call(api.security.askCopy, {}))
    await revalidate()
  }
  const download = () =>
    save(async () => saveFile(await callForFile(api.security.copy, {}), 'bis-kopiya.zip'))
  const until = copy?.until ?? null
  const detail =
    until === null
      ? 'соберём и пришлём письмо, файл живёт 24 часа'
      : `готова, можно скачать до ${dayAndClock(new Date(until), zone, now)}`
  return (
    <Section title="Мои данные" id="data">
      <ul className={css.rows}>
        <SecurityLine
          icon={<Download />}
          name="Копия моих данных"
          detail={copy !== null && until === null ? 'собираем, пришлём письмо' : detail}
        >
          {copy === null && (
            <Button size="s" loading={saving} onClick={() => void ask()}>
              Собрать
            </Button>
          )}
          {until !== null && (
            <Button size="s" loading={saving} onClick={() => void download()}>
              Скачать
            </Button>
          )}
        </SecurityLine>
        <SecurityLine
          icon={<FileText />}
          name="Согласие на данные"
          detail={`редакция от ${dayAndMonth(new Date(CONSENT.date), 'UTC', now)}, вы ${agreed ? 'согласились' : 'ещё не ответили'}`}
        >
          <Button size="s" href={agreed ? '/consent' : '/artist/consent?then=/artist/security'}>
            Читать
          </Button>
        </SecurityLine>
        <SecurityLine icon={<Trash2 />} name="Удаление аккаунта" detail="14 дней можно вернуться">
          <Button size="s" variant="dangerLine" href="/artist/leave">
            Удалить
          </Button>
        </SecurityLine>
      </ul>
      <FieldNote id="data-error" error={failed} />
    </Section>
  )
}
