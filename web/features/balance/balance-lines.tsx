import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { BalanceEntry } from '#contract/payout.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, signedRubles, useViewerZone } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { ReturnMoney } from '#web/parts/money/return-money.tsx'
import { DISPUTE_TEXTS } from '#web/parts/money/return-texts.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ChevronRight } from '#web/ui/icons/listener-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import css from './balance.module.css'
import { breakdown, entryWords, isUndone } from './entry-texts.ts'
import type { OwnBalance } from './use-balance.ts'

/** Every change of the balance, newest first; a row opens what is known of it, and the one «Вернуть деньги». */
export function BalanceLines({ own }: { own: OwnBalance }) {
  const { lines, loadingMore, more } = own
  const [opened, setOpened] = useState<string | null>(null)
  const entry = lines.entries.find(({ id }) => id === opened)
  if (lines.entries.length === 0)
    return (
      <EmptyState text="Здесь появятся деньги за заказанные песни и благодарности слушателей." />
    )
  return (
    <Section
      title="Движения"
      count={
        <CsvButton quiet load={() => callForFile(api.payment.statement, {})} name="vypiska.csv" />
      }
    >
      <ul>
        {lines.entries.map((one) => (
          <BalanceLine key={one.id} entry={one} onOpen={() => setOpened(one.id)} />
        ))}
      </ul>
      <div className={css.below}>
        {lines.cursor !== null && (
          <Button block loading={loadingMore} onClick={more}>
            Показать ещё
          </Button>
        )}
      </div>
      <BackSheet
        open={entry !== undefined}
        onClose={() => setOpened(null)}
        title={entry === undefined ? '' : entryWords(entry).title}
        focusTitle
      >
        {entry !== undefined && (
          <EntryDetails entry={entry} onReturned={() => own.returned(entry.id)} />
        )}
      </BackSheet>
    </Section>
  )
}

function BalanceLine({ entry, onOpen }: { entry: BalanceEntry; onOpen: () => void }) {
  const zone = useViewerZone()
  const { title, quote, state } = entryWords(entry)
  const given = isUndone(entry)
  const facts = [dayAndTime(entry.at, zone), entry.sessionTitle, quote]
  return (
    <li>
      <button type="button" className={css.movement} onClick={onOpen}>
        <span className={css.words}>
          <span className={css.title}>{title}</span>
          <span className={classes('t-s muted', css.facts)}>
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={css.sum}>
          {!given && (
            <span className={classes('d-xs', entry.state === 'held' && 'muted')}>
              {signedRubles(entry.amount)}
            </span>
          )}
          <span className="t-s muted">{state}</span>
        </span>
        <ChevronRight className="ico ico-s" />
      </button>
    </li>
  )
}

type EntryDetailsProps = { entry: BalanceEntry; onReturned: () => Promise<void> }

/** One change of the balance: its cause, its time, the artist's part of it, and its return. */
function EntryDetails({ entry, onReturned }: EntryDetailsProps) {
  const zone = useViewerZone()
  const { title, cause, quote, state } = entryWords(entry)
  const given = isUndone(entry)
  const sum = given ? null : breakdown(entry)
  const { id, amount, gross, dispute } = entry
  return (
    <div className={css.details}>
      {!given && <p className="d-m">{signedRubles(amount)}</p>}
      <p>{state}</p>
      {quote !== null && <p className={css.quote}>{quote}</p>}
      <p className="muted">{[cause, entry.sessionTitle].filter(Boolean).join(' · ')}</p>
      {sum !== null && <p className="muted">{sum}</p>}
      <p className="muted">
        <time dateTime={entry.at}>{dayAndTime(entry.at, zone)}</time>
      </p>
      {entry.state === 'given_back' && <p>Возврат записан отдельной строкой</p>}
      {dispute !== 'none' && <p>{DISPUTE_TEXTS[dispute]}</p>}
      {entry.state === 'credited' && dispute === 'none' && (
        <ReturnMoney
          credit={{ paymentId: id, amount: gross, net: amount, state: entry.state, dispute }}
          about={title === 'Благодарность' ? rubles(gross) : title}
          onReturned={onReturned}
        />
      )}
    </div>
  )
}
