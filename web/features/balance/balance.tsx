import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import type { BalanceEntry, Earnings } from '#contract/payout.ts'
import { counted } from '#domain/russian.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, signedRubles, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { ReturnMoney } from '#web/parts/money/return-money.tsx'
import { DISPUTE_TEXTS } from '#web/parts/money/return-texts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import css from './balance.module.css'
import { breakdown, entryWords, isReturn } from './entry-texts.ts'
import { MemberSplits } from './member-splits.tsx'
import type { BalanceView, OwnBalance, OwnMoney } from './use-balance.ts'
import { loadBalance, useBalance } from './use-balance.ts'
import { Withdraw } from './withdraw.tsx'

type BalanceLineProps = { entry: BalanceEntry; onReturned: () => Promise<void> }

/** One change of the artist's balance: its cause, its time, and the artist's part of it. */
function BalanceLine({ entry, onReturned }: BalanceLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { title, cause, quote, state } = entryWords(entry)
  const given = isReturn(entry.state)
  const sum = given ? null : breakdown(entry)
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
        {!given && (
          <p className={classes('d-xs', entry.state === 'held' && 'muted')}>
            {signedRubles(entry.amount)}
          </p>
        )}
        <p className="t-s muted">{state}</p>
        {entry.dispute !== 'none' && <p className="t-s muted">{DISPUTE_TEXTS[entry.dispute]}</p>}
        {entry.state === 'credited' && entry.dispute === 'none' && (
          <ReturnMoney
            credit={{
              paymentId: entry.id,
              amount: entry.gross,
              net: entry.amount,
              state: entry.state,
              dispute: entry.dispute,
            }}
            about={title}
            onReturned={onReturned}
          />
        )}
      </div>
    </li>
  )
}

type BalanceLinesProps = { own: OwnBalance }

/** Every line of the balance, newest first. */
function BalanceLines({ own: { lines, loadingMore, more, returned } }: BalanceLinesProps) {
  if (lines.entries.length === 0)
    return (
      <EmptyState text="Здесь появятся деньги за заказанные песни и благодарности слушателей." />
    )
  return (
    <Section title="Движение денег">
      <ul>
        {lines.entries.map((entry) => (
          <BalanceLine key={entry.id} entry={entry} onReturned={() => returned(entry.id)} />
        ))}
      </ul>
      <div className={css.below}>
        {lines.cursor !== null && (
          <Button block loading={loadingMore} onClick={more}>
            Показать ещё
          </Button>
        )}
        <CsvButton load={() => callForFile(api.payment.statement, {})} name="vypiska.csv" />
      </div>
    </Section>
  )
}

type EarningsLineProps = { concert: Earnings }

const orders = (count: number) => counted(count, 'заказ', 'заказа', 'заказов')

/** One concert: what was played and paid, what was refunded, and what is still held. */
function EarningsLine({ concert }: EarningsLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { title, dateTimeStart, played, returned, net, held, givenBack } = concert
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
        <p className="t-s muted">Сыграно: {orders(played)}</p>
        {sum !== null && <p className="t-s muted">{sum}</p>}
        {held > 0 && <p className="t-s muted">Удерживается {rubles(held)}</p>}
        {returned > 0 && (
          <p className="t-s muted">
            Вернули слушателям {rubles(givenBack)}: {orders(returned)}
          </p>
        )}
      </div>
      <div className={css.sum}>
        <p className="d-xs">{rubles(net)}</p>
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
  if (earnings.length === 0)
    return <EmptyState text="Концертов с платными заказами пока не было." />
  return (
    <Section title="По концертам">
      <ul>
        {earnings.map((concert) => (
          <EarningsLine key={concert.sessionId} concert={concert} />
        ))}
      </ul>
      <Button block href="/artist/evenings">
        Все вечера вместе
      </Button>
    </Section>
  )
}

/** How much can be withdrawn, how much is pending, and how much was paid out. */
function figuresOf(
  { available, debt, reserve, held, paidOut, inFlight }: BalanceView,
  zone: string,
): NamedFigure[] {
  return [
    { name: 'Доступно', value: rubles(available) },
    ...(debt > 0 ? [{ name: 'Долг', value: rubles(debt) }] : []),
    ...(reserve === undefined
      ? []
      : [{ name: `Резерв до ${dayAndTime(reserve.until, zone)}`, value: rubles(reserve.amount) }]),
    { name: 'Удерживается', value: rubles(held) },
    ...(inFlight > 0 ? [{ name: 'В пути', value: rubles(inFlight) }] : []),
    { name: 'Выплачено', value: rubles(paidOut) },
  ]
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Баланс',
  loadBalance,
)

/** Switching tabs reloads nothing. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs): boolean {
  return turn.currentUrl.pathname !== turn.nextUrl.pathname && turn.defaultShouldRevalidate
}

const BACK = { href: '/artist?tab=profile', name: 'Кабинет' }
const TABS = [
  { id: 'lines', label: 'Движение', href: '/artist/balance' },
  { id: 'concerts', label: 'По концертам', href: '/artist/balance?tab=concerts' },
]
const MEMBERS = { id: 'members', label: 'Доли', href: '/artist/balance?tab=members' }

/** The artist's money: how much there is, where it came from, and the withdrawal. */
export default function BalancePage() {
  const loaded = useLoaderData<OwnMoney>()
  const own = useBalance(loaded)
  const zone = useViewerZone('Europe/Moscow')
  const [search] = useSearchParams()
  const asked = search.get('tab')
  // An artist who shares with no members gets no tab for them.
  const isShared = (loaded.splits?.members.length ?? 0) > 0 || asked === MEMBERS.id
  const tabs = isShared ? [...TABS, MEMBERS] : TABS
  const tab = tabs.find(({ id }) => id === asked)?.id ?? 'lines'
  return (
    <ArtistFrame title="Баланс" back={BACK} columns>
      <div className={css.top}>
        <Figures figures={figuresOf(own.balance, zone)} />
        <Withdraw own={own} />
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
