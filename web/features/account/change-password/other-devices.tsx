import { useState } from 'react'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { saidOr } from '#web/lib/said-or.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './change-password.module.css'

const FAILED = 'Не удалось выйти на других устройствах. Попробуйте ещё раз.'

/** Ends every login but this one, after a question. */
export function OtherDevices() {
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState(false)
  const [done, setDone] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  const end = async () => {
    if (ending) return
    setEnding(true)
    setTrouble(null)
    try {
      await call(api.auth.logoutOthers, {})
      setDone(true)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setTrouble(saidOr(failure, FAILED))
    } finally {
      setEnding(false)
      setAsking(false)
    }
  }

  return (
    <Section title="Другие устройства" id="devices">
      <p className="muted">
        Если вы входили с чужого телефона или планшета на площадке, закройте вход там отсюда.
      </p>
      <Button block onClick={() => setAsking(true)}>
        Выйти на других устройствах
      </Button>
      <output className={css.said}>{done && 'Готово: вход остался только здесь.'}</output>
      <FieldNote id="devices-trouble" error={trouble} />
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Выйти на других устройствах?"
        safe="Отмена"
        confirm="Выйти"
        confirming={ending}
        onConfirm={() => void end()}
      >
        <p>Пульт и настройки закроются везде, кроме этого устройства. Концерт это не остановит.</p>
      </Dialog>
    </Section>
  )
}
