import { useId } from 'react'
import { LONGER_MINUTES } from '#domain/queue/evening-rules.ts'
import { clockTime } from '#domain/russian.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { LongerMinutes } from '../commands/command.ts'
import { longerEnd } from '../commands/command.ts'
import type { PadState } from '../use-pad-state.ts'
import { PadSheet } from './pad-sheet.tsx'
import css from './pause-sheet.module.css'

type LongerSheetProps = { open: boolean; onClose: () => void; pad: PadState }

/** «Дольше»: each answer says the new end. */
export function LongerSheet({ open, onClose, pad }: LongerSheetProps) {
  const untilId = useId()
  const zone = useViewerZone()
  const toast = useToast()
  const { session } = pad
  if (session === null) return null
  const end = (minutes: LongerMinutes) =>
    clockTime(new Date(longerEnd(session.dateTimeEnd, minutes, serverNow())), zone)
  return (
    <PadSheet open={open} onClose={onClose} title="Дольше">
      <fieldset aria-labelledby={untilId} className={css.breaks}>
        <p id={untilId} className={css.legend}>
          Играем до
        </p>
        {LONGER_MINUTES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={css.pill}
            onClick={() => {
              onClose()
              pad.playLonger(minutes)
              toast(`Играем до ${end(minutes)}`)
            }}
          >
            {end(minutes)} <small>+{minutes}&nbsp;мин</small>
          </button>
        ))}
      </fieldset>
    </PadSheet>
  )
}
