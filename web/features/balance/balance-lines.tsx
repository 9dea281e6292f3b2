import { api } from '#contract/index.ts'
import type { BalanceEntry } from '#contract/payment.ts'
import { callForFile } from '#web/lib/call.ts'
import { dayAndTime, signedRubles } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useViewerZone } from '#web/lib/viewer-time.ts'
import { Download } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './balance.module.css'
import { breakdown, entryWords } from './entry-texts.ts'
import type { OwnBalance } from './use-balance.ts'

type BalanceLineProps = { entry: BalanceEntry }

/** One change of the artist's money: why, when, how much of it is theirs. */
function BalanceLine({ entry }: BalanceLineProps) {
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

/** Saves all lines of the balance as a table. */
function StatementButton() {
  const { press, isPending } = usePresses()
  const save = () =>
    press('statement', async () => {
      saveFile(await callForFile(api.payment.statement, {}), 'vypiska.csv')
    })
  return (
    <Button
      variant="tonal"
      block
      icon={<Download className="ico" />}
      loading={isPending('statement')}
      onClick={() => void save()}
    >
      Скачать CSV
    </Button>
  )
}

export type BalanceLinesProps = { own: OwnBalance }

/** Every line of the balance, newest first. */
export function BalanceLines({ own: { lines, loadingMore, more } }: BalanceLinesProps) {
  if (lines.entries.length === 0)
    return (
      <EmptyState text="Здесь появятся деньги за заказанные песни и благодарности слушателей." />
    )
  return (
    <Section title="Движение денег">
      <ul>
        {lines.entries.map((entry) => (
          <BalanceLine key={entry.id} entry={entry} />
        ))}
      </ul>
      <div className={css.below}>
        {lines.cursor !== null && (
          <Button block loading={loadingMore} onClick={more}>
            Показать ещё
          </Button>
        )}
        <StatementButton />
      </div>
    </Section>
  )
}
