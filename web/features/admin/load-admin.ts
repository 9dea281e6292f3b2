import { data } from 'react-router'
import type { ClientLoaderFunctionArgs } from 'react-router'
import type { FlagShown } from '#contract/admin.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import type { AdminTab } from './admin-tab.ts'
import { adminTab } from './admin-tab.ts'
import type { MoneyOfHouse } from './load-stuck.ts'
import { askStuck } from './load-stuck.ts'

export type FeedbackPart = AnswerOf<typeof api.admin.feedback>
export type SupportPart = AnswerOf<typeof api.admin.support>
export type AccountsPart = AnswerOf<typeof api.admin.accounts>

export type AdminView =
  | { tab: 'money'; house: MoneyOfHouse }
  | { tab: 'flags'; flags: readonly FlagShown[]; username: string }
  | { tab: 'feedback'; part: FeedbackPart }
  | { tab: 'support'; part: SupportPart; done: boolean }
  | { tab: 'accounts'; part: AccountsPart; input: string }

const LOADERS: Record<AdminTab, (search: URLSearchParams) => Promise<AdminView>> = {
  money: async () => ({ tab: 'money', house: await askStuck() }),
  flags: async (search) => ({
    tab: 'flags',
    flags: await call(api.admin.flags, {}),
    username: search.get('username') ?? '',
  }),
  feedback: async () => ({ tab: 'feedback', part: await call(api.admin.feedback, { query: {} }) }),
  async support(search) {
    const done = search.get('done') === '1'
    return { tab: 'support', done, part: await call(api.admin.support, { query: { done } }) }
  },
  async accounts(search) {
    const input = (search.get('q') ?? '').slice(0, 200)
    return { tab: 'accounts', input, part: await call(api.admin.accounts, { query: { input } }) }
  },
}

/** What the open tab shows. For whom the page is not, it is not there. */
export async function loadAdmin({ request }: ClientLoaderFunctionArgs): Promise<AdminView> {
  const { role } = await requireArtist()
  if (role !== 'ADMIN') throw data(null, { status: 404 })
  const search = new URL(request.url).searchParams
  return LOADERS[adminTab(search)](search)
}
