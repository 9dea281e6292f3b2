import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { BalanceLines } from './balance-lines.tsx'
import css from './balance.module.css'
import { ConcertEarnings } from './concert-earnings.tsx'
import { Figures } from './figures.tsx'
import type { OwnMoney } from './load-balance.ts'
import { loadBalance } from './load-balance.ts'
import { useBalance } from './use-balance.ts'
import { Withdraw } from './withdraw.tsx'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Баланс — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadBalance

/** Going from tab to tab asks for nothing. */
export function shouldRevalidate(turn: ShouldRevalidateFunctionArgs): boolean {
  return turn.currentUrl.pathname !== turn.nextUrl.pathname && turn.defaultShouldRevalidate
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const BACK = { href: '/artist?tab=profile', name: 'Профиль' }
const TABS = [
  { id: 'lines', label: 'Движение', href: '/artist/balance' },
  { id: 'concerts', label: 'По концертам', href: '/artist/balance?tab=concerts' },
]

/** The artist's money: how much, from where, and the way to take it. */
export default function BalancePage() {
  const loaded = useLoaderData<OwnMoney>()
  const own = useBalance(loaded.balance)
  const [search] = useSearchParams()
  const tab = search.get('tab') === 'concerts' ? 'concerts' : 'lines'
  return (
    <ArtistFrame title="Баланс" back={BACK}>
      <div className={css.top}>
        <Figures balance={own.balance} />
        <Withdraw own={own} />
      </div>
      <div className={css.lists}>
        <Tabs label="Разделы баланса" current={tab} tabs={TABS} />
        {tab === 'lines' && <BalanceLines own={own} />}
        {tab === 'concerts' && <ConcertEarnings loaded={loaded.earnings} />}
      </div>
    </ArtistFrame>
  )
}
