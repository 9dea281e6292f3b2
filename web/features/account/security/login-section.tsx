import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Security } from '#contract/security.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { clockTime, dayAndMonth, daysUntil } from '#domain/russian.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Laptop, Smartphone } from '#web/ui/icons/account-icons.tsx'
import { Tablet } from '#web/ui/icons/artist-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SecurityLine } from './security-line.tsx'
import css from './security.module.css'

type Login = Security['logins'][number]

function DeviceIcon({ device }: Pick<Login, 'device'>) {
  if (device.startsWith('iPad')) return <Tablet />
  return /^(?:iPhone|Android)/u.test(device) ? <Smartphone /> : <Laptop />
}

/** «сегодня в 23:40», «вчера в 23:40», «20 ноября». */
function useWhen(): (at: string) => string {
  const zone = useViewerZone()
  const now = useNow()
  return (at) => {
    const then = new Date(at)
    const days = daysUntil(then, now, zone)
    if (days < -1) return dayAndMonth(then, zone, now)
    return `${days === 0 ? 'сегодня' : 'вчера'} в ${clockTime(then, zone)}`
  }
}

const LOGOUT_FAILED = 'Не удалось выйти. Попробуйте ещё раз.'

/** Every open login, each ended by one tap; the others together after a question. */
export function LoginSection({ logins }: Pick<Security, 'logins'>) {
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState('')
  const { revalidate } = useRevalidator()
  const when = useWhen()
  const { saving, failed, save } = useSaving({
    wordsOf: (failure) => errorMessage(failure, LOGOUT_FAILED),
  })

  const end = async (id: string) => {
    setEnding(id)
    await save(() => call(api.security.endLogin, { body: { id } }), revalidate)
    await revalidate()
  }
  const endOthers = async () => {
    await save(() => call(api.auth.logoutOthers, {}))
    setAsking(false)
    await revalidate()
  }

  return (
    <Section title="Устройства" id="devices" count={logins.length}>
      <ul className={css.rows}>
        {logins.map(({ id, device, place, seenAt, current }) => (
          <SecurityLine
            key={id}
            icon={<DeviceIcon device={device} />}
            name={device || 'Неизвестное устройство'}
            detail={[place, current ? 'сейчас. Это устройство' : when(seenAt)]
              .filter(Boolean)
              .join(', ')}
          >
            {!current && (
              <Button
                size="s"
                aria-label={`Выйти: ${device || 'неизвестное устройство'}`}
                loading={saving && ending === id}
                onClick={() => void end(id)}
              >
                Выйти
              </Button>
            )}
          </SecurityLine>
        ))}
      </ul>
      <FieldNote id="devices-error" error={failed} />
      {logins.length > 1 && (
        <Button size="s" className={css.alone} onClick={() => setAsking(true)}>
          Выйти на всех, кроме этого
        </Button>
      )}
      <Button size="s" variant="text" href="/artist/devices" className={css.alone}>
        Ключи для кнопок и программ
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Выйти на других устройствах?"
        safe="Отмена"
        confirm="Выйти"
        confirming={saving}
        onConfirm={() => void endOthers()}
      >
        <p>
          {`Пульт и настройки закроются везде, кроме этого устройства, а ${ENDED_WITH_LOGINS} отключатся. Концерт это не остановит.`}
        </p>
      </Dialog>
    </Section>
  )
}
