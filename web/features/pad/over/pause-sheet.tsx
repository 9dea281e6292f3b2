import { useId, useState } from 'react'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { clockTime } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Pause, Plus } from '#web/ui/icons/icons.tsx'
import { Minus } from '#web/ui/icons/more-icons.tsx'
import type { PadState } from '../use-pad-state.ts'
import { PadSheet } from './pad-sheet.tsx'
import css from './pause-sheet.module.css'

const BREAKS = [10, 15, 20, 30, 45]
const STEP = 5

type PauseSheetProps = { open: boolean; onClose: () => void; pad: PadState }

/** One button for a pause and a break: until when, or without a time. */
export function PauseSheet({ open, onClose, pad }: PauseSheetProps) {
  const breaksId = useId()
  const [own, setOwn] = useState<number | null>(null)
  const zone = useViewerZone()
  const until = (minutes: number) => clockTime(new Date(serverNow() + minutes * MINUTE_MS), zone)
  const done = (press: () => void) => () => {
    setOwn(null)
    onClose()
    press()
  }
  const step = (by: number) =>
    setOwn((before) =>
      Math.min(BREAK_MINUTES.most, Math.max(BREAK_MINUTES.least, (before ?? 0) + by)),
    )
  return (
    <PadSheet open={open} onClose={done(() => undefined)} title="Пауза">
      <Button block size="stage" variant="invert" icon={<Pause />} onClick={done(pad.pause)}>
        Приостановить концерт
      </Button>
      <p className="muted">Без времени. Зал увидит «Концерт на паузе»</p>
      <fieldset aria-labelledby={breaksId} className={css.breaks}>
        <p id={breaksId} className={css.legend}>
          Перерыв до
        </p>
        {BREAKS.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={css.pill}
            onClick={done(() => pad.takeBreak(minutes))}
          >
            {until(minutes)} <small>{minutes}&nbsp;мин</small>
          </button>
        ))}
        <button
          type="button"
          aria-expanded={own !== null}
          className={css.pill}
          onClick={() => setOwn(own === null ? BREAK_MINUTES.usual : null)}
        >
          <span className={css.ownWord}>Своё</span>
        </button>
      </fieldset>
      {own !== null && (
        <div className={css.own}>
          <IconButton label="На 5 минут короче" variant="tonal" onClick={() => step(-STEP)}>
            <Minus />
          </IconButton>
          <IconButton label="На 5 минут дольше" variant="tonal" onClick={() => step(STEP)}>
            <Plus />
          </IconButton>
          <Button size="stage" block onClick={done(() => pad.takeBreak(own))}>
            До {until(own)}, {own}&nbsp;мин
          </Button>
        </div>
      )}
      <p className="muted">Зал увидит, когда вы вернётесь. Заказы принимаем</p>
    </PadSheet>
  )
}
