import { useEffect } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import type { Earnings } from '#contract/payout.ts'
import { kopecks } from '#domain/money.ts'
import { owedText } from '#domain/payments/return-debt.ts'
import { countedOrders } from '#domain/russian.ts'
import { dayAndTime, rubles, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { showCabinetMoney } from '#web/parts/frame/cabinet-money.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { BalanceLines } from './balance-lines.tsx'
import css from './balance.module.css'
import { breakdown } from './entry-texts.ts'
import { GoalSection } from './goal-section.tsx'
import { MemberSplits } from './member-splits.tsx'
import type { BalanceView, OwnBalance, OwnMoney } from './use-balance.ts'
import { loadBalance, useBalance } from './use-balance.ts'
import { WhereTo } from './where-to.tsx'
import { Withdraw } from './withdraw.tsx'

type EarningsLineProps = { concert: Earnings }

/** One concert: what was played and paid, what was refunded, and what is still held. */
function EarningsLine({ concert }: EarningsLineProps) {
  const zone = useViewerZone()
  const { title, dateTimeStart, played, returned, net, held, givenBack, tips } = concert
  const sum = breakdown(concert)
  return (
    <li className={css.line}>
      <div className={css.words}>
        <p className={css.title}>
          {concert.deleted ? (
            title
          ) : (
            <Anchor href={`/artist/session/${concert.sessionId}`} className="link">
              {title}
            </Anchor>
          )}
        </p>
        {concert.deleted && <p className="t-s muted">Концерт удалён</p>}
        <p className="t-s muted">
          <time dateTime={dateTimeStart}>{dayAndTime(dateTimeStart, zone)}</time>
        </p>
        {(played > 0 || tips === 0) && (
          <p className="t-s muted">Сыграно: {countedOrders(played)}</p>
        )}
        {sum !== null && <p className="t-s muted">{sum}</p>}
        {tips > 0 && <p className="t-s muted">Благодарности {rubles(tips)}</p>}
        {held > 0 && <p className="t-s muted">Удерживается {rubles(held)}</p>}
        {returned > 0 && (
          <p className="t-s muted">
            Вернули слушателям {rubles(givenBack)}: {countedOrders(returned)}
          </p>
        )}
      </div>
      <div className={css.sum}>
        <p className="d-xs">{rubles(net + tips)}</p>
        <p className="t-s muted">Зачислено</p>
      </div>
    </li>
  )
}

type ConcertEarningsProps = { own: OwnBalance }

/** The earnings of each concert. */
function ConcertEarnings({ own: { earnings, refresh } }: ConcertEarningsProps) {
  const { press, isPending } = usePresses()
  if (earnings === null)
    return (
      <EmptyState
        rest={false}
        text="Не удалось узнать, сколько принесли концерты."
        action={
          <Button loading={isPending('earnings')} onClick={() => void press('earnings', refresh)}>
            Попробовать ещё раз
          </Button>
        }
      />
    )
  if (earnings.length === 0) return <EmptyState text="Концерты пока ничего не принесли." />
  return (
    <Section title="По концертам">
      <ul>
        {earnings.map((concert) => (
          <EarningsLine key={concert.sessionId} concert={concert} />
        ))}
      </ul>
      <Button block href="/artist?tab=announcement">
        Все вечера вместе
      </Button>
    </Section>
  )
}

/** What is not on the balance yet, or any more. */
function figuresOf({ reserve, held, paidOut, inFlight }: BalanceView, zone: string): NamedFigure[] {
  return [
    ...(reserve === undefined
      ? []
      : [{ name: `Резерв до ${dayAndTime(reserve.until, zone)}`, value: rubles(reserve.amount) }]),
    { name: 'Удерживается', value: rubles(held) },
    ...(inFlight > 0 ? [{ name: 'В пути', value: rubles(inFlight) }] : []),
    { name: 'Выплачено', value: rubles(paidOut) },
  ]
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Деньги',
  loadBalance,
)

/** Switching tabs reloads nothing. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs): boolean {
  return turn.currentUrl.pathname !== turn.nextUrl.pathname && turn.defaultShouldRevalidate
}

const TABS = [
  { id: 'lines', label: 'Движения', href: '/artist/balance' },
  { id: 'concerts', label: 'По концертам', href: '/artist/balance?tab=concerts' },
]
const MEMBERS = { id: 'members', label: 'Доли', href: '/artist/balance?tab=members' }

/** The artist's money: how much there is, where it came from, and the withdrawal. */
export default function BalancePage() {
  const loaded = useLoaderData<OwnMoney>()
  const own = useBalance(loaded)
  const { available, debt } = own.balance
  useEffect(() => showCabinetMoney(available), [available])
  const zone = useViewerZone()
  const [search] = useSearchParams()
  const asked = search.get('tab')
  // An artist who shares with no members gets no tab for them.
  const isShared = (loaded.splits?.members.length ?? 0) > 0 || asked === MEMBERS.id
  const tabs = isShared ? [...TABS, MEMBERS] : TABS
  const tab = tabs.find(({ id }) => id === asked)?.id ?? 'lines'
  return (
    <ArtistFrame title="Деньги" columns>
      <div className={css.top}>
        <div>
          <Rule className={css.rule} />
          <p className="muted">Доступно</p>
          <p className={css.available}>{rubles(available)}</p>
          {debt > 0 && <p className={css.owed}>{owedText(kopecks(debt))}</p>}
        </div>
        <Withdraw own={own} />
        <dl className={css.figures}>
          {figuresOf(own.balance, zone).map(({ name, value }) => (
            <div key={name} className={css.figure}>
              <dt className="muted">{name}</dt>
              <dd className="d-xs">{value}</dd>
            </div>
          ))}
        </dl>
        <WhereTo number={own.balance.number} />
        <GoalSection loaded={loaded.goal} />
      </div>
      <div className={css.lists}>
        <Tabs label="Разделы баланса" current={tab} tabs={tabs} />
        {tab === 'lines' && <BalanceLines own={own} />}
        {tab === 'concerts' && <ConcertEarnings own={own} />}
        {tab === MEMBERS.id && <MemberSplits loaded={loaded.splits} />}
      </div>
    </ArtistFrame>
  )
}
