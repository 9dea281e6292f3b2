import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Security } from '#contract/security.ts'
import { dayAndMonth, daysUntil } from '#domain/russian.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { knowsKeys, withProof } from '#web/lib/device/passkeys.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { LifeBuoy } from '#web/ui/icons/account-icons.tsx'
import { KeyRound } from '#web/ui/icons/artist-icons.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { Lock } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { KeyForm } from './key-form.tsx'
import { SecurityLine } from './security-line.tsx'
import css from './security.module.css'

const FAILED = 'Не получилось. Попробуйте ещё раз.'

/** «сегодня», «вчера», «2 октября». */
function useDay(): (at: string) => string {
  const zone = useViewerZone()
  const now = useNow()
  return (at) => {
    const days = daysUntil(new Date(at), now, zone)
    if (days === 0) return 'сегодня'
    return days === -1 ? 'вчера' : dayAndMonth(new Date(at), zone, now)
  }
}

type EntranceProps = Pick<
  Security,
  'passkeys' | 'lastKeyStays' | 'recoveryCodes' | 'passwordChangedAt'
> & {
  /** Takes codes to be shown, once. */
  onCodes: (codes: string[]) => void
}

/** By what one enters: keys by their names, the password, and the codes in place of a lost key. */
export function EntranceSection(props: EntranceProps) {
  const { passkeys, lastKeyStays, recoveryCodes, passwordChangedAt, onCodes } = props
  const [adding, setAdding] = useState(false)
  const [pressed, setPressed] = useState('')
  const day = useDay()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const { saving, failed, save } = useSaving({
    wordsOf: (failure) => errorMessage(failure, FAILED),
  })

  const remove = async (id: string) => {
    setPressed(id)
    await save(() => withProof(() => call(api.security.removeKey, { body: { id } })))
    await revalidate()
  }
  const giveCodes = () => {
    setPressed('codes')
    return save(async () => {
      onCodes(await withProof(() => call(api.security.recoveryCodes, {})))
      await revalidate()
    })
  }
  const added = async () => {
    setAdding(false)
    // Whoever has a first key needs a way in without it.
    if (recoveryCodes.of === 0) await giveCodes()
    else {
      toast('Ключ добавлен')
      await revalidate()
    }
  }

  return (
    <Section title="Вход" id="entrance">
      {passkeys.length > 0 && (
        <ul className={css.rows}>
          {passkeys.map(({ id, name, createdAt, usedAt }) => (
            <SecurityLine
              key={id}
              icon={<KeyRound />}
              name={`Ключ «${name}»`}
              detail={`добавлен ${day(createdAt)}${usedAt === null ? '' : `, входили ${day(usedAt)}`}`}
            >
              <Button
                size="s"
                loading={saving && pressed === id}
                disabled={lastKeyStays !== null}
                aria-label={`Убрать ключ «${name}»`}
                aria-describedby={lastKeyStays === null ? undefined : 'last-key'}
                onClick={() => void remove(id)}
              >
                Убрать
              </Button>
            </SecurityLine>
          ))}
        </ul>
      )}
      {lastKeyStays !== null && (
        <p id="last-key" className="muted">
          {lastKeyStays}
        </p>
      )}
      {adding ? (
        <KeyForm
          asksPassword={passkeys.length === 0}
          onDone={() => void added()}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          variant="primary"
          block
          icon={<Plus />}
          onClick={() => (knowsKeys() ? setAdding(true) : toast('Этот браузер не знает ключей'))}
        >
          Добавить ключ
        </Button>
      )}
      <ul className={css.rows}>
        <SecurityLine
          icon={<Lock />}
          name="Пароль"
          detail={
            passwordChangedAt === null ? 'с регистрации' : `менялся ${day(passwordChangedAt)}`
          }
        >
          <Button size="s" href="/artist/change-password">
            Сменить
          </Button>
        </SecurityLine>
        {passkeys.length > 0 && (
          <SecurityLine
            icon={<LifeBuoy />}
            name="Коды на случай потери"
            detail={
              recoveryCodes.of === 0
                ? 'ещё не выданы'
                : `осталось ${recoveryCodes.left} из ${recoveryCodes.of}`
            }
          >
            <Button
              size="s"
              loading={saving && pressed === 'codes'}
              onClick={() => void giveCodes()}
            >
              Новые
            </Button>
          </SecurityLine>
        )}
      </ul>
      <FieldNote id="entrance-error" error={failed} />
      {passkeys.length > 0 && (
        <Button size="s" variant="text" className={css.alone} href="/artist/prove">
          Ключа нет под рукой
        </Button>
      )}
    </Section>
  )
}
