import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { AdminFrame, MoreButton, usePages } from '../admin-frame.tsx'
import css from '../admin.module.css'
import { cardHref, paymentHref, paymentsHref } from '../load-admin.ts'
import type { PaymentsPart, PaymentsView } from '../load-admin.ts'
import { KINDS, STATE_NAMES } from './payment-words.ts'

const partOf = ({ payments, cursor }: PaymentsPart) => ({ rows: payments, cursor })

/** The payments to an artist or of one of his concerts: whoever asks about one seldom has its number. */
export function ArtistPayments({ part, query }: PaymentsView) {
  const zone = useViewerZone()
  const { username, sessionId } = query
  const pages = usePages(partOf(part), async (cursor) =>
    partOf(await call(api.operator.payments, { query: { ...query, cursor } })),
  )
  return (
    <AdminFrame
      tab="accounts"
      lead={
        <span className={css.facts}>
          <Anchor href={cardHref(username)} className="link">
            {username}
          </Anchor>
          {sessionId !== undefined && (
            <Anchor href={paymentsHref(username)} className="link">
              Все платежи
            </Anchor>
          )}
        </span>
      }
    >
      <Section title={sessionId === undefined ? 'Платежи' : 'Платежи концерта'}>
        {pages.rows.length === 0 && <EmptyState text="Никто не платил." muted />}
        <ul>
          {pages.rows.map(({ id, kind, amount, state, songTitle, concertTitle, createdAt }) => (
            <li key={id} className={css.deed}>
              <span>
                <Anchor href={paymentHref(id)} className="link">
                  {songTitle || KINDS[kind]}
                </Anchor>
                <span className="t-s muted">
                  {[dayAndTime(createdAt, zone), concertTitle, STATE_NAMES[state]]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="num">{rubles(amount)}</span>
            </li>
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}

type ConcertPaymentsProps = { username: string; sessionId: string; title: string }

/** Leads to the payments of one concert. */
export function ConcertPayments({ username, sessionId, title }: ConcertPaymentsProps) {
  return (
    <Anchor
      href={paymentsHref(username, sessionId)}
      className="link"
      aria-label={`Платежи: ${title}`}
    >
      Платежи
    </Anchor>
  )
}
