import type { BalanceEntry } from '#contract/payment.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { signedRubles } from '#web/lib/signed-rubles.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { classes } from '#web/ui/classes.ts'
import css from './balance.module.css'
import { breakdown, entryWords } from './entry-words.ts'

export type BalanceLineProps = { entry: BalanceEntry }

/** One change of the artist's money: why, when, how much of it is theirs. */
export function BalanceLine({ entry }: BalanceLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { title, cause, quote, state } = entryWords(entry)
  const sum = breakdown(entry)
  const about = [cause, entry.sessionTitle].filter(Boolean).join(' · ')
  return (
    <li className={css.line}>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {quote !== null && <p className={css.quote}>{quote}</p>}
        <p className="t-s muted">{about}</p>
        {sum !== null && <p className="t-s muted">{sum}</p>}
        <p className="t-s muted">
          <time dateTime={entry.at}>{dayAndTime(entry.at, zone)}</time>
        </p>
      </div>
      <div className={css.sum}>
        <p className={classes('d-xs', entry.state === 'held' && 'muted')}>
          {signedRubles(entry.amount)}
        </p>
        <p className="t-s muted">{state}</p>
      </div>
    </li>
  )
}
