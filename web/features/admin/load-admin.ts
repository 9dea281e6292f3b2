import { data, redirect } from 'react-router'
import type { ClientLoaderFunctionArgs } from 'react-router'
import type { FlagView } from '#contract/admin.ts'
import type { AnswerOf, AnyEndpoint, QueryOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { OperatedAccount, PaymentCard } from '#contract/operator.ts'
import type { Today } from '#contract/operator-today.ts'
import { dutyText, isDuty, mayDo } from '#domain/accounts/operators.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { orElse } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'

const ADMIN_TABS = [
  { id: 'today', label: 'Сегодня', reads: api.operator.today },
  { id: 'money', label: 'Деньги', reads: api.payment.stuck },
  { id: 'flags', label: 'Флаги', reads: api.admin.flags },
  { id: 'feedback', label: 'Отзывы', reads: api.admin.feedback },
  { id: 'complaints', label: 'Жалобы', reads: api.admin.complaints },
  { id: 'support', label: 'Письма', reads: api.admin.support },
  { id: 'songs', label: 'Песни', reads: api.admin.songs },
  { id: 'accounts', label: 'Аккаунты', reads: api.admin.accounts },
  { id: 'log', label: 'Журнал', reads: api.operator.log },
] as const

export type AdminTab = (typeof ADMIN_TABS)[number]['id']

/** Why this role may not make the call, in the words of the server; null where it may. */
export const whyNot = (role: Role, { access }: AnyEndpoint): string | null =>
  isDuty(access) && !mayDo(role, access) ? dutyText(access) : null

/** The tabs that this role may read. */
export const tabsOf = (role: Role) => ADMIN_TABS.filter(({ reads }) => whyNot(role, reads) === null)

export const cardHref = (username: string) =>
  `/admin?tab=accounts&username=${encodeURIComponent(username)}`
export const paymentsHref = (username: string, sessionId?: string) =>
  `/admin?tab=accounts&payments=${encodeURIComponent(username)}${sessionId === undefined ? '' : `&concert=${sessionId}`}`
/** What this number names, found as if the operator had typed it. */
export const foundHref = (id: string) => `/admin?tab=accounts&q=${id}`
export const paymentHref = (id: string) => `/admin?tab=accounts&payment=${id}`

/** Returns the tab named in the URL; `today` by default. */
function adminTab(search: URLSearchParams) {
  const named = search.get('tab')
  return ADMIN_TABS.find(({ id }) => id === named) ?? ADMIN_TABS[0]
}

export type ServiceFinances = AnswerOf<typeof api.payment.stuck>

export const askStuck = () => call(api.payment.stuck, {})

export type FeedbackPart = AnswerOf<typeof api.admin.feedback>
export type SupportPart = AnswerOf<typeof api.admin.support>
export type ComplaintsPart = AnswerOf<typeof api.admin.complaints>
export type SongsToVerify = AnswerOf<typeof api.admin.songs>
export type LogPart = AnswerOf<typeof api.operator.log>
export type Found = AnswerOf<typeof api.operator.find>
export type PaymentsPart = AnswerOf<typeof api.operator.payments>
export type PaymentsView = { part: PaymentsPart; query: QueryOf<typeof api.operator.payments> }
export type AccountsPart = AnswerOf<typeof api.admin.accounts>

export const askToday = () => call(api.operator.today, {})

/** `done`: the settled ones; `named`: the one that was opened. */
export type LettersView = { readonly done: boolean; readonly named: string | null }

const lettersView = (search: URLSearchParams): LettersView => ({
  done: search.get('done') === '1',
  named: search.get('id'),
})

export type AdminView = { role: Role } & TabView

type TabView =
  | { tab: AdminTab; refused: string }
  | { tab: 'today'; today: Today }
  | { tab: 'money'; finances: ServiceFinances }
  | { tab: 'flags'; flags: readonly FlagView[]; username: string }
  | { tab: 'feedback'; part: FeedbackPart }
  | ({ tab: 'support'; part: SupportPart } & LettersView)
  | ({ tab: 'complaints'; part: ComplaintsPart } & LettersView)
  | { tab: 'songs'; songs: SongsToVerify }
  | { tab: 'log'; part: LogPart }
  | { tab: 'accounts'; part: AccountsPart; input: string }
  | { tab: 'accounts'; found: Found; input: string }
  | { tab: 'accounts'; account: OperatedAccount; deeds: LogPart['deeds'] }
  | { tab: 'accounts'; payment: PaymentCard }
  | ({ tab: 'accounts' } & PaymentsView)

type Loader = (search: URLSearchParams) => Promise<TabView>

const LOADERS: Record<AdminTab, Loader> = {
  today: async () => ({ tab: 'today', today: await askToday() }),
  money: async () => ({ tab: 'money', finances: await askStuck() }),
  flags: async (search) => ({
    tab: 'flags',
    flags: await call(api.admin.flags, {}),
    username: search.get('username') ?? '',
  }),
  feedback: async () => ({ tab: 'feedback', part: await call(api.admin.feedback, { query: {} }) }),
  async support(search) {
    const view = lettersView(search)
    const part = await call(api.admin.support, { query: { done: view.done } })
    return { tab: 'support', part, ...view }
  },
  async complaints(search) {
    const view = lettersView(search)
    const part = await call(api.admin.complaints, { query: { done: view.done } })
    return { tab: 'complaints', part, ...view }
  },
  songs: async () => ({ tab: 'songs', songs: await call(api.admin.songs, {}) }),
  log: async () => ({ tab: 'log', part: await call(api.operator.log, { query: {} }) }),
  async accounts(search) {
    const [username, id] = [search.get('username'), search.get('payment')]
    if (username !== null) {
      const query = { username }
      const account = await call(api.operator.account, { query })
      const own = { username: account.username, limit: 20 }
      const { deeds } = await call(api.operator.log, { query: own })
      return { tab: 'accounts', account, deeds }
    }
    const paid = search.get('payments')
    if (paid !== null) {
      const sessionId = search.get('concert')
      const query = { username: paid, ...(sessionId !== null && { sessionId }) }
      return { tab: 'accounts', part: await call(api.operator.payments, { query }), query }
    }
    if (id !== null)
      return { tab: 'accounts', payment: await call(api.operator.payment, { query: { id } }) }
    const input = (search.get('q') ?? '').slice(0, 200)
    if (input.trim() !== '') {
      const found = await call(api.operator.find, { query: { input } })
      const [payment] = found.payments
      // A whole number opens its card at once.
      if (payment !== undefined && found.accounts.length + found.concerts.length === 0)
        throw redirect(paymentHref(payment.id))
      return { tab: 'accounts', found, input }
    }
    return { tab: 'accounts', input, part: await call(api.admin.accounts, { query: { input } }) }
  },
}

/** What a page of operators loads; where the login has yet to be proved by a key, that page comes first. */
function proveFirst<T>(request: Request, loaded: Promise<T>): Promise<T> {
  return orElse(loaded, (failure) => {
    if (failure.code !== 'PASSKEY_NEEDED') throw failure
    const { pathname, search } = new URL(request.url)
    throw redirect(`/artist/prove?then=${encodeURIComponent(`${pathname}${search}`)}`)
  })
}

/** Loads the open tab. Throws 404 when the account is not an operator's. */
export async function loadAdmin(
  { role }: SignedIn,
  { request }: ClientLoaderFunctionArgs,
): Promise<AdminView> {
  if (role === 'ARTIST') throw data(null, { status: 404 })
  const search = new URL(request.url).searchParams
  const { id, reads } = adminTab(search)
  const refused = whyNot(role, reads)
  if (refused !== null) return { role, tab: id, refused }
  return { role, ...(await proveFirst(request, LOADERS[id](search))) }
}
