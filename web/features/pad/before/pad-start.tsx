import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { QrCode } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { LoadingWords, Skeleton } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import ground from '../pad.module.css'
import type { PadState } from '../use-pad-state.ts'
import { EveningEnd } from './evening-end.tsx'
import { CorrectLink, NoConcertCard } from './no-concert-card.tsx'

type PadStartProps = {
  pad: PadState
  /** The links to the other tabs. */
  nav: ReactNode
}

/** Before a concert: the next concert, and the button that starts it. */
export function PadStart({ pad, nav }: PadStartProps) {
  const { next, queue, ended } = pad
  const [asking, setAsking] = useState(false)
  return (
    <>
      {nav}
      <main id="main" className={ground.start}>
        <h1 className="sr">Концерт</h1>
        {ended !== null && <EveningEnd session={ended} />}
        <Section title="Ваше следующее выступление">
          {next === undefined && (
            <>
              <Skeleton shape="picture" />
              <LoadingWords text="Ищем следующий концерт…" />
            </>
          )}
          {next === 'unknown' && (
            <div className={ground.errorText}>
              <p className="t-l">Не удалось узнать о следующем концерте. Проверьте интернет.</p>
              <Button onClick={pad.reloadConcerts}>Попробовать ещё раз</Button>
            </div>
          )}
          {next === null && <NoConcertCard again={ended !== null} />}
          {next !== undefined && next !== 'unknown' && next !== null && (
            <>
              <Poster session={next} action={<CorrectLink session={next} />} />
              {waiting(queue).length > 0 && (
                <p className="muted">
                  Уже ждут в очереди: {counted(waiting(queue).length, 'песня', 'песни', 'песен')}
                </p>
              )}
            </>
          )}
          {next !== undefined && (
            <div className={ground.foot}>
              {next !== null && next !== 'unknown' && (
                <Button
                  variant="primary"
                  size="l"
                  block
                  icon={<Play className="ico" />}
                  loading={pad.isPending('start')}
                  onClick={() => (isFarAhead(next) ? setAsking(true) : void pad.start(next.id))}
                >
                  Начать
                </Button>
              )}
              <IconButton label="QR-код" variant="tonal" size="l" href="/artist/qr">
                <QrCode className="ico" />
              </IconButton>
            </div>
          )}
          {next !== undefined && next !== 'unknown' && next !== null && (
            <Dialog
              open={asking}
              onClose={() => setAsking(false)}
              title="Начать раньше времени?"
              safe="Не сейчас"
              confirm="Начать концерт"
              confirming={pad.isPending('start')}
              onConfirm={() => void pad.start(next.id).then(() => setAsking(false))}
            >
              <p>До начала по афише ещё {timeAhead(next)}. Начатый концерт в афишу не вернуть.</p>
            </Dialog>
          )}
        </Section>
      </main>
    </>
  )
}

const EARLY_MS = 3 * HOUR_MS

const aheadMs = ({ dateTimeStart }: Session) => Date.parse(dateTimeStart) - serverNow()

/** Earlier than a musician usually arrives: the press may be a mistake. */
const isFarAhead = (session: Session) => aheadMs(session) > EARLY_MS

/** «5 часов», «2 дня» */
function timeAhead(session: Session): string {
  const hours = Math.floor(aheadMs(session) / HOUR_MS)
  const days = Math.floor(hours / 24)
  return days > 0 ? counted(days, 'день', 'дня', 'дней') : counted(hours, 'час', 'часа', 'часов')
}
