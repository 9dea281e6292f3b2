import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Earnings } from '#contract/payout.ts'
import type { Session } from '#contract/shapes.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import css from './report.module.css'

const PAGE = 20

type PastPage = { sessions: readonly Session[]; more: boolean }

type Loaded = PastPage & {
  /** Of all concerts with paid orders, the newest first; empty where they could not be loaded. */
  earnings: readonly Earnings[]
}

/** Loads the next part of the artist's past concerts, after the last known one. */
async function askPast(last?: Session): Promise<PastPage> {
  const cursor = last === undefined ? {} : { cursor: last.id }
  const sessions = await call(api.session.past, { query: { limit: PAGE, ...cursor } })
  return { sessions, more: sessions.length === PAGE }
}

/** The list that the page was rendered with, and loading more of it. */
function usePast(loaded: PastPage) {
  const [page, setPage] = useState(loaded)
  const { press, isPending } = usePresses()
  return {
    ...page,
    loading: isPending('more'),
    askMore: () =>
      void press('more', async () => {
        const next = await askPast(page.sessions.at(-1))
        setPage((known) => ({ ...next, sessions: [...known.sessions, ...next.sessions] }))
      }),
  }
}

/** The most evenings in the chart. */
const PLOTTED = 30

/** The earnings of the concerts: in total, and compared. */
function EarnedFigures({ earnings }: Pick<Loaded, 'earnings'>) {
  const earned = earnings.filter(({ net }) => net > 0)
  if (earned.length === 0) return null
  const total = earned.reduce((sum, { net }) => sum + net, 0)
  const bars = earned.slice(0, PLOTTED).map(({ sessionId, title, net }) => ({
    key: sessionId,
    value: net,
    title: `${title}: ${rubles(net)}`,
  }))
  const average = rubles(Math.round(total / earned.length / 100) * 100)
  const figures = [
    { name: 'Заработано на песнях', value: rubles(total) },
    ...(earned.length > 1
      ? [{ name: 'В среднем за вечер с платными заказами', value: average }]
      : []),
  ]
  return <Figures figures={figures} bars={bars.toReversed()} caption="Заработано за каждый вечер" />
}

type PastConcertProps = {
  session: Session
  /** Kopecks; undefined for a concert without paid orders. */
  net: number | undefined
}

/** One past concert: the whole row links to its report. */
function PastConcert({ session, net }: PastConcertProps) {
  const { name, city, timeZone } = session.location
  const zone = useViewerZone(timeZone)
  return (
    <li>
      <Anchor href={`/artist/session/${session.id}`} className={css.line}>
        <span className={css.title}>{session.title}</span>
        {net !== undefined && <span className={css.net}>{rubles(net)}</span>}
        <span className="t-s muted">
          <time dateTime={session.dateTimeStart}>{dayAndTime(session.dateTimeStart, zone)}</time>
        </span>
        <span className="t-s muted">{[name, city].filter((part) => part !== '').join(', ')}</span>
      </Anchor>
    </li>
  )
}

async function load(): Promise<Loaded> {
  const [page, earnings] = await Promise.all([
    askPast(),
    orWhenUnavailable(call(api.payment.earnings, { query: {} }), []),
  ])
  return { ...page, earnings }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Прошедшие концерты',
  load,
)

const BACK = { href: '/artist?tab=announcement', name: 'Анонсы' }

/** The artist's past concerts, each with a link to its report. */
export default function PastConcerts() {
  const loaded = useLoaderData<Loaded>()
  const past = usePast(loaded)
  const nets = new Map(loaded.earnings.map(({ sessionId, net }) => [sessionId, net]))
  return (
    <ArtistFrame title="Прошедшие концерты" back={BACK} columns={past.sessions.length > 0}>
      {past.sessions.length === 0 ? (
        <EmptyState text="Прошедших концертов пока нет. После первого здесь появится отчёт о нём." />
      ) : (
        <>
          <div className={css.part}>
            <EarnedFigures earnings={loaded.earnings} />
            <Button block href="/artist/evenings">
              Все вечера вместе
            </Button>
          </div>
          <div className={css.part}>
            <ul>
              {past.sessions.map((session) => (
                <PastConcert key={session.id} session={session} net={nets.get(session.id)} />
              ))}
            </ul>
            {past.more && (
              <Button block loading={past.loading} onClick={past.askMore}>
                Показать ещё
              </Button>
            )}
          </div>
        </>
      )}
    </ArtistFrame>
  )
}
