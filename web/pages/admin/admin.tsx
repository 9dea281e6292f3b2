import { useLoaderData } from 'react-router'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { AccountsTab } from './accounts-tab.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { FlagsTab } from './flags-tab.tsx'
import { loadAdmin } from './load-admin.ts'
import type { AdminView } from './load-admin.ts'
import { MoneyTab } from './money-tab.tsx'
import { SupportTab } from './support-tab.tsx'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Администратору — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadAdmin

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** What only those see who keep the house. */
export default function Admin() {
  const view = useLoaderData<AdminView>()
  if (view.tab === 'money') return <MoneyTab loaded={view.house} />
  if (view.tab === 'flags') return <FlagsTab flags={view.flags} username={view.username} />
  if (view.tab === 'feedback') return <FeedbackTab first={view.part} />
  if (view.tab === 'support') return <SupportTab first={view.part} done={view.done} />
  return <AccountsTab first={view.part} input={view.input} />
}
