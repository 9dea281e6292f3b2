import { useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { waiting } from '#domain/queue/queue.ts'
import { countedSongs } from '#domain/russian.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useClock } from '../running/status-row.tsx'
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
import { CorrectLink, NoConcertCard } from './no-concert-card.tsx'
import { untilWords } from './until-words.ts'

type NextConcertProps = {
  pad: PadState
  /** He has played before. */
  again?: boolean
}

/** 'Ваше следующее выступление': its poster, and the button that starts it; or where to announce one. */
export function NextConcert({ pad, again = false }: NextConcertProps) {
  const { next, queue, ended } = pad
  const [asking, setAsking] = useState(false)
  const now = useClock(MINUTE_MS)
  const known = next === undefined || next === 'unknown' ? null : next
  const until =
    known === null
      ? undefined
      : untilWords(new Date(known.dateTimeStart), new Date(now), known.location.timeZone)
  return (
    <Section title="Ваше следующее выступление" count={until}>
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
      {next === null && <NoConcertCard again={again || ended !== null} />}
      {known !== null && (
        <>
          <Poster session={known} action={<CorrectLink session={known} />} />
          {waiting(queue).length > 0 && (
            <p className="muted">Уже ждут в очереди: {countedSongs(waiting(queue).length)}</p>
          )}
        </>
      )}
      {next !== undefined && (
        <div className={ground.foot}>
          {known === null ? (
            <Button variant="tonal" icon={<QrCode />} href="/artist/qr">
              QR-код
            </Button>
          ) : (
            <>
              <Button
                variant="primary"
                size="l"
                block
                icon={<Play />}
                loading={pad.isPending('start')}
                onClick={() => (isFarAhead(known) ? setAsking(true) : void pad.start(known.id))}
              >
                Начать
              </Button>
              <IconButton label="QR-код" variant="tonal" size="l" href="/artist/qr">
                <QrCode />
              </IconButton>
            </>
          )}
        </div>
      )}
      {known !== null && (
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Начать раньше времени?"
          safe="Не сейчас"
          confirm="Начать концерт"
          confirming={pad.isPending('start')}
          onConfirm={() => void pad.start(known.id).then(() => setAsking(false))}
        >
          <p>По афише он начнётся {until}. Начатый концерт в афишу не вернуть.</p>
        </Dialog>
      )}
    </Section>
  )
}

const EARLY_MS = 3 * HOUR_MS

/** Earlier than a musician usually arrives: the press may be a mistake. */
const isFarAhead = ({ dateTimeStart }: Session) =>
  Date.parse(dateTimeStart) - serverNow() > EARLY_MS
