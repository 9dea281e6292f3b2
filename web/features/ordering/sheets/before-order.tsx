import type { ReactNode } from 'react'
import type { PlaceAhead } from '#contract/songs.ts'
import { placeInWords } from '#domain/queue/place-words.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { PlaceLine } from '#web/parts/songs/place-line.tsx'
import { CircleAlert } from '#web/ui/icons/icons.tsx'
import { endText, limitInSheetText } from './before-texts.ts'
import { waitAheadText } from '../wait-text.ts'
import css from './order-sheets.module.css'

type PlaceBeforeProps = {
  /** Null while it is unknown. */
  ahead: PlaceAhead | null
  /** What stands behind the song already: «2 человека, 150 ₽». */
  backing?: string | null
}

/** Before any button: the place that the order would get, the honest wait, the end of the concert. */
export function PlaceBefore({ ahead, backing = null }: PlaceBeforeProps) {
  const zone = useViewerZone()
  // Two grey lines of the same height, while the place is unknown.
  if (ahead === null)
    return (
      <PlaceLine digits={'\u00A0'} size="sheet" lit={false}>
        <span className={css.unknown} />
        <span className={css.unknown} />
      </PlaceLine>
    )
  const { place, waits, waitMinutes } = ahead
  const wait = waitAheadText(waitMinutes)
  const end = endText(ahead, zone)
  return (
    <output className={css.place}>
      <PlaceLine digits={place} size="sheet">
        <b className={css.placeTitle}>
          {waits ? `Уже в очереди, ${placeInWords(place, 'is')}` : `Встанет ${placeInWords(place)}`}
        </b>
        {backing !== null && <span>{backing}</span>}
        {wait !== null && <span>{wait}</span>}
        {end !== null && backing === null && <span className="muted">{end}</span>}
      </PlaceLine>
    </output>
  )
}

/** A warning before the order. */
export function BeforeNote({ children }: { children: ReactNode }) {
  return (
    <p className={css.warning}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}

type LimitBeforeProps = {
  ahead: PlaceAhead | null
  /** As the page knows it, until it is told with the place. */
  left: PlaceAhead['left'] | undefined
}

/** How many orders this one leaves. */
export function LimitBefore({ ahead, left }: LimitBeforeProps) {
  const text = limitInSheetText(ahead?.left ?? left)
  return text && <p className="t-s muted">{text}</p>
}

const STRINGS = 30

type CollectedProps = {
  /** Kopecks. */
  collected: number
  goal: number
  /** The place of the song once the goal is reached; null while it is unknown. */
  place: number | null
}

/** A collection, counted in strings: each is a thirtieth of the goal, a paid one swells. */
export function Collected({ collected, goal, place }: CollectedProps) {
  const paid = Math.floor((STRINGS * collected) / goal)
  const rubles = (amount: number) => Math.round(amount / 100)
  return (
    <div className={css.collected}>
      <p className="t-l b">{`Собрали ${rubles(collected)} из ${rubles(goal)}\u00A0₽`}</p>
      <span aria-hidden="true" className={css.counted}>
        {Array.from({ length: STRINGS }, (_, at) => (
          <i key={at} data-paid={at < paid || undefined} />
        ))}
      </span>
      <p className="muted">
        {place === null
          ? 'Соберём — встанет в очередь. Не соберём — вернём'
          : `Соберём — встанет ${placeInWords(place)}. Не соберём — вернём`}
      </p>
    </div>
  )
}
