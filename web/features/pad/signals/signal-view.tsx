import { useEffect, useRef } from 'react'
import type { BandSignal } from '#contract/signals.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import css from './signals.module.css'
import type { Signals } from './use-signals.ts'

const whose = ({ by }: BandSignal) => (by === null ? 'Артист' : `Второй пульт: ${by}`)

/** «3 мин назад» */
function agoText({ at }: BandSignal): string {
  const minutes = Math.floor((serverNow() - Date.parse(at)) / MINUTE_MS)
  return minutes < 1 ? 'только что' : `${minutes}\u00A0мин назад`
}

/** A signal over all that the pad shows; it takes no press. */
export function LargeSignal({ signal }: { signal: BandSignal | null }) {
  const view = useRef<HTMLDivElement>(null)
  const id = signal?.id
  useEffect(() => {
    const element = view.current
    // Above a full-screen text too, which lies over everything else; an old browser shows it below that.
    if (id === undefined || element === null || !('showPopover' in element)) return undefined
    element.showPopover()
    return () => element.hidePopover()
  }, [id])
  return (
    <div role="alert">
      {signal !== null && (
        <div key={signal.id} ref={view} popover="manual" className={css.large}>
          <b className={css.words}>{signal.words}</b>
          <span className={css.by}>{whose(signal)}</span>
        </div>
      )}
    </div>
  )
}

/** What came late, and what waits for the network. */
export function SignalStrips({ late, unsent, forgetLate }: Signals) {
  return (
    <>
      {unsent.map(({ key, words }) => (
        <output key={key} className={css.strip}>
          <b>{words}</b> уйдёт, когда вернётся сеть
        </output>
      ))}
      {late.length > 0 && (
        <div className={css.strip}>
          <output className={css.lines}>
            {late.map((one) => (
              <span key={one.id}>
                <b>{one.words}</b> {whose(one)}, {agoText(one)}
              </span>
            ))}
          </output>
          <Button size="s" variant="tonal" onClick={forgetLate}>
            Понятно
          </Button>
        </div>
      )}
    </>
  )
}
