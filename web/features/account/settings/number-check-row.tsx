import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { ShieldCheck } from '#web/ui/artist-icons.tsx'
import { Beat } from '#web/ui/beat.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CircleAlert, CircleCheck } from '#web/ui/icons.tsx'
import css from './account-settings.module.css'
import { NumberCheckDialogs } from './number-check-dialogs.tsx'
import { saidOf, stateShown } from './number-words.ts'
import type { PaymentFields } from './payment-fields.ts'
import type { NumberCheck } from './use-number-check.ts'

export type NumberCheckRowProps = { check: NumberCheck; payment: PaymentFields }

const SIGNS = {
  plain: null,
  busy: <Beat />,
  good: <CircleCheck className="ico ico-s" />,
  bad: <CircleAlert className="ico ico-s" />,
} as const

/** How the number for payouts stands, and the button that has it checked. */
export function NumberCheckRow({ check, payment }: NumberCheckRowProps) {
  const state = stateShown(check.number, payment)
  const zone = useViewerZone('Europe/Moscow')
  const heldUntil = check.number?.heldUntil === undefined ? null : new Date(check.number.heldUntil)
  const said = state === null ? null : saidOf(state, heldUntil, zone)
  return (
    <div className={css.check}>
      <output className={classes(css.state, said && css[said.tone])}>
        {said && SIGNS[said.tone]}
        <span>{said?.words ?? 'Не удалось узнать, проверен ли номер.'}</span>
      </output>
      {state === null && (
        <Button size="s" loading={check.looking} onClick={check.look}>
          Узнать ещё раз
        </Button>
      )}
      {state !== null && state !== 'checked' && (
        <Button size="s" icon={<ShieldCheck className="ico" />} onClick={check.ask}>
          Проверить номер
        </Button>
      )}
      <NumberCheckDialogs check={check} payment={payment} />
    </div>
  )
}
