import type { Session } from '#contract/shapes.ts'
import { timeAndDay } from '#domain/russian.ts'
import { useViewerZone } from '../lib/viewer-time.ts'
import { Anchor } from '../ui/anchor.tsx'
import css from './series-dates.module.css'

type Dated = Pick<Session, 'id' | 'dateTimeStart'>

/** Each concert, the first of a series with the later ones. */
export function bySeries<S extends Dated & { series?: string }>(
  sessions: readonly S[],
): (S & { later: Dated[] })[] {
  const firsts = new Map<string, S & { later: Dated[] }>()
  for (const session of sessions) {
    const { id, dateTimeStart, series = id } = session
    const first = firsts.get(series)
    if (first === undefined) firsts.set(series, { ...session, later: [] })
    else first.later.push({ id, dateTimeStart })
  }
  return [...firsts.values()]
}

type SeriesDatesProps = {
  later: readonly Dated[]
  timeZone: string
  hrefOf: (id: string) => string
}

/** The later concerts of a series under its first one's poster, folded. */
export function SeriesDates({ later, timeZone, hrefOf }: SeriesDatesProps) {
  const zone = useViewerZone(timeZone)
  if (later.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Ещё даты</summary>
      <ul>
        {later.map(({ id, dateTimeStart }) => (
          <li key={id}>
            <Anchor href={hrefOf(id)} className={css.date}>
              {timeAndDay(new Date(dateTimeStart), zone)}
            </Anchor>
          </li>
        ))}
      </ul>
    </details>
  )
}
