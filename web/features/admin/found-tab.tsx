import { rubles } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import css from './admin.module.css'
import { cardHref, paymentHref } from './load-admin.ts'
import type { Found } from './load-admin.ts'
import { ConcertPayments } from './money/artist-payments.tsx'
import { STATE_NAMES } from './money/payment-words.ts'

/** What one field found. */
export function FoundTab({ found, input }: { found: Found; input: string }) {
  const { accounts, payments, concerts, all } = found
  return (
    <AdminFrame tab="accounts" input={input}>
      {accounts.length + payments.length + concerts.length === 0 && (
        <EmptyState text="Никого не нашлось." muted />
      )}
      {accounts.length > 0 && (
        <Section title="Люди">
          <ul>
            {accounts.map(({ username, name, why }) => (
              <li key={username} className={css.letter}>
                <Anchor href={cardHref(username)} className="link">
                  {name === '' ? username : `${name}, ${username}`}
                </Anchor>
                {why !== '' && <span className="t-s muted">{why}</span>}
              </li>
            ))}
          </ul>
          <Fewer shown={accounts.length} all={all.accounts} />
        </Section>
      )}
      {payments.length > 0 && (
        <Section title="Платежи">
          <ul>
            {payments.map(({ id, amount, state, songTitle, artistUsername }) => (
              <li key={id} className={css.letter}>
                <Anchor href={paymentHref(id)} className="link">
                  {id}
                </Anchor>
                <span className="t-s muted">
                  {[rubles(amount), songTitle, artistUsername, STATE_NAMES[state]]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {concerts.length > 0 && (
        <Section title="Концерты">
          <ul>
            {concerts.map(({ sessionId, title, artistUsername }) => (
              <li key={sessionId} className={css.letter}>
                <Anchor href={`/user/${artistUsername}/${sessionId}`} className="link">
                  {title}
                </Anchor>
                <Anchor href={cardHref(artistUsername)} className="link">
                  {artistUsername}
                </Anchor>
                <ConcertPayments username={artistUsername} {...{ sessionId, title }} />
              </li>
            ))}
          </ul>
          <Fewer shown={concerts.length} all={all.concerts} />
        </Section>
      )}
    </AdminFrame>
  )
}

/** Says that there are more than the list has. */
function Fewer({ shown, all }: { shown: number; all: number }) {
  if (shown >= all) return null
  return <p className="muted">{`Показали ${shown} из ${all}, уточните`}</p>
}
