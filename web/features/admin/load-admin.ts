import { data } from 'react-router'
import type { ClientLoaderFunctionArgs } from 'react-router'
import type { FlagView } from '#contract/admin.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'

export const ADMIN_TABS = [
  { id: 'money', label: 'Деньги' },
  { id: 'flags', label: 'Флаги' },
  { id: 'feedback', label: 'Отзывы' },
  { id: 'complaints', label: 'Жалобы' },
  { id: 'support', label: 'Поддержка' },
  { id: 'songs', label: 'Песни' },
  { id: 'accounts', label: 'Аккаунты' },
] as const

export type AdminTab = (typeof ADMIN_TABS)[number]['id']

/** Returns the tab named in the URL; `money` by default. */
function adminTab(search: URLSearchParams): AdminTab {
  const named = search.get('tab')
  return ADMIN_TABS.find(({ id }) => id === named)?.id ?? 'money'
}

export type ServiceFinances = AnswerOf<typeof api.payment.stuck>

export const askStuck = () => call(api.payment.stuck, {})

export type FeedbackPart = AnswerOf<typeof api.admin.feedback>
export type SupportPart = AnswerOf<typeof api.admin.support>
export type ComplaintsPart = AnswerOf<typeof api.admin.complaints>
export type SongsToVerify = AnswerOf<typeof api.admin.songs>
export type AccountsPart = AnswerOf<typeof api.admin.accounts>

export type AdminView =
  | { tab: 'money'; finances: ServiceFinances }
  | { tab: 'flags'; flags: readonly FlagView[]; username: string }
  | { tab: 'feedback'; part: FeedbackPart }
  | { tab: 'support'; part: SupportPart; done: boolean }
  | { tab: 'complaints'; part: ComplaintsPart; done: boolean }
  | { tab: 'songs'; songs: SongsToVerify }
  | { tab: 'accounts'; part: AccountsPart; input: string }

const LOADERS: Record<AdminTab, (search: URLSearchParams) => Promise<AdminView>> = {
  money: async () => ({ tab: 'money', finances: await askStuck() }),
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
  async complaints(search) {
    const done = search.get('done') === '1'
    const part = await call(api.admin.complaints, { query: { done } })
    return { tab: 'complaints', done, part }
  },
  songs: async () => ({ tab: 'songs', songs: await call(api.admin.songs, {}) }),
  async accounts(search) {
    const input = (search.get('q') ?? '').slice(0, 200)
    return { tab: 'accounts', input, part: await call(api.admin.accounts, { query: { input } }) }
  },
}

/** Loads the open tab. Throws 404 when the account is not an operator's. */
export function loadAdmin(
  { role }: SignedIn,
  { request }: ClientLoaderFunctionArgs,
): Promise<AdminView> {
  if (role === 'ARTIST') throw data(null, { status: 404 })
  const search = new URL(request.url).searchParams
  return LOADERS[adminTab(search)](search)
}
