/** Functions for the loaders and actions of pages: separate from the index, so that no page's script includes them. */
import type { RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Session, Song } from '#contract/shapes.ts'
import type { MyOrder, Offer, PlaceAhead } from '#contract/songs.ts'
import { wrongWhole } from '#web/ui/fields/typed-number.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { orElse, orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { postedText, serverApi } from '#web/lib/calls/server-api.ts'
import { passCookie, passIn } from '#web/lib/calls/token.ts'
import { payHref } from '#web/lib/payments/payment-tab.ts'
import type { FirstSearch } from '#web/lib/use-search.ts'
import { firstSearch } from '#web/lib/use-search.ts'
import type { PublicAccount, RulesOfSession } from './concert-rules.ts'
import { isOfAmount } from './mine/order-outbox.ts'
import type { OrderFormValues, OrderRequest } from './sheets/order-request.ts'
import { readOrderForm, tableAsked } from './sheets/order-request.ts'

/** Songs to choose from: the pages `from` to `to` of the repertoire, or of the songs with the tag. */
export type Choice = Offer & { tag: string; from: number; to: number }

/** The data that an order screen is rendered with before any script. */
export type OrderView = {
  search: FirstSearch<readonly Song[]> | null
  /** The song in the address, if it was found. */
  song: Song | null
  /** The idempotency key of the sheet's form; empty where the address opens no sheet, so that the page may be served to others too. */
  key: string
  /** The orders of this device, the newest first; null where they could not be loaded. */
  mine: readonly MyOrder[] | null
  /** Null where the address does not ask for it. */
  choice: Choice | null
  /** What the next order would get, or that of the song in the address unless it waits; null where it is unknown. */
  ahead: PlaceAhead | null
  /** What the song in the address would get, where it waits already. */
  waiting: { readonly songId: string; readonly ahead: PlaceAhead } | null
}

/** A concert whose songs may be ordered, if `open`. */
export type OrderableConcert = {
  username: string
  /** Null where no concert is on. */
  sessionId: string | null
  open: boolean
  /** The pass of a closed evening. */
  pass?: string | undefined
}

/** Loads what the address asks for: `q` is the search text, `song` the song of the sheet. */
export async function loadOrder(
  call: Caller,
  { username, sessionId, open, pass }: OrderableConcert,
  search: URLSearchParams,
): Promise<OrderView> {
  const text = search.get('q')?.trim().slice(0, 200) ?? ''
  const wanted = search.get('song')
  const placeAhead = (more: { songId?: string; share?: true }) =>
    !open || sessionId === null
      ? null
      : orElse(
          call(api.songs.placeAhead, {
            query: { sessionId, ...passOf(pass), ...more, ...tableAsked(search.get('t')) },
          }),
          () => null,
        )
  const [searched, mine, choice, ahead] = await Promise.all([
    !open || text === ''
      ? null
      : firstSearch(
          text,
          call(api.songs.findSong, {
            query: {
              input: text,
              username,
              ...(sessionId !== null && { sessionId, ...passOf(pass) }),
            },
          }),
        ),
    sessionId === null
      ? []
      : orWhenUnavailable(call(api.songs.myOrders, { query: { sessionId } }), null),
    !open || sessionId === null || !search.has('choose')
      ? null
      : loadChoice(call, { artistUsername: username, sessionId, ...passOf(pass) }, search),
    placeAhead({
      ...(wanted !== null && { songId: wanted }),
      ...(search.has('share') && { share: true }),
    }),
  ])
  const waits = ahead?.waits === true
  return {
    search: searched,
    song: !open || wanted === null ? null : await songOf(call, username, wanted),
    key: search.has('song') || search.has('suggest') ? crypto.randomUUID() : '',
    mine,
    choice,
    ahead: waits ? await placeAhead({}) : ahead,
    waiting: waits && wanted !== null ? { songId: wanted, ahead } : null,
  }
}

const passOf = (pass: string | undefined) => (pass === undefined ? {} : { pass })

const MOST_PAGES = 1000

async function loadChoice(
  call: Caller,
  concert: { artistUsername: string; sessionId: string; pass?: string },
  search: URLSearchParams,
): Promise<Choice | null> {
  const tag = search.get('tag')?.trim().slice(0, 100) ?? ''
  const asked = Number(/^\d{1,4}$/u.exec(search.get('page') ?? '')?.[0] ?? 1)
  const page = Math.min(Math.max(asked, 1), MOST_PAGES)
  const query = { ...concert, page, ...(tag !== '' && { tag }) }
  const offer = await orWhenUnavailable(call(api.songs.offered, { query }), null)
  return offer && { ...offer, tag, from: page, to: page }
}

/** Null for an unknown id, and where the server is unavailable. */
async function songOf(call: Caller, username: string, songId: string): Promise<Song | null> {
  const body = { songIds: [songId], username }
  const [song] = await orWhenUnavailable(call(api.songs.byIds, { body }), [])
  return song ?? null
}

/** The settings of the account that a page tells of. */
export function accountOf({ paymentPublicDTO, repertoireOnly }: ArtistPage): PublicAccount {
  const { paidSongsEnabled, minSongAmount } = paymentPublicDTO
  return {
    paidFrom: paidSongsEnabled ? minSongAmount : null,
    minSongAmount,
    ...(repertoireOnly && { repertoireOnly }),
  }
}

/** The page's rules in the form that the channel publishes. */
export function rulesOfSession({
  rules,
  longerMinutes,
  dateTimeEnd,
  breakUntil,
  corrections,
}: Session): RulesOfSession {
  return {
    ...(rules && { rules }),
    ...(longerMinutes !== undefined && { dateTimeEnd }),
    ...(breakUntil !== undefined && { breakUntil }),
    ...(corrections !== undefined && { corrections }),
  }
}

/** Returns an empty list while the server is unavailable. */
export function repertoireOf(call: Caller, artistUsername: string): Promise<Song[]> {
  return orWhenUnavailable(call(api.songs.getFavoriteSongs, { query: { artistUsername } }), [])
}

/** Why an order that a form sent without scripts was refused. */
export type PostedRefusal = {
  rejected?: string
  /** `typed`: the text that is no sum. */
  wrongAmount?: { wish: OrderRequest; words: string; typed?: string }
  /** The order that could not be cancelled. */
  notCancelled?: { orderId: string; words: string }
  /** The word of a closed evening, as it was typed. */
  notAdmitted?: { word: string; words: string }
}

type PostedOrder = {
  request: Request
  form: FormData
  artistUsername: string
  /** Where to continue; `ordered`: the id of the song, `own` for the listener's own, null: none. */
  hrefOf: (ordered: string | null) => string
}

/** Handles a word, an order or a cancellation that a form sent without scripts: redirects, or returns why it was refused. */
export async function postOrder(
  context: Readonly<RouterContextProvider>,
  { request, form, artistUsername, hrefOf }: PostedOrder,
) {
  const call = callFrom(context)
  if (form.has('word')) return postCodeWord(context, form, hrefOf(null))
  const cancelled = postedText(form, 'cancelOrder')
  if (cancelled !== '')
    return redirected(
      call(api.songs.cancelOrder, { body: { orderId: cancelled } }),
      () => redirect(hrefOf(null), 303),
      ({ message }) => ({ notCancelled: { orderId: cancelled, words: message } }),
    )
  const wished = postedText(form, 'wish')
  if (wished !== '')
    return redirected(
      call(api.songs.wish, { body: { artistUsername, songId: wished } }),
      () => redirect(hrefOf('wish'), 303),
      ({ message }) => ({ rejected: message }),
    )
  const posted = readOrderForm(form)
  const { wish, typed } = posted
  const words = wrongWhole(typed)
  if (words !== null) return data({ wrongAmount: { wish, words, typed } }, { status: 400 })
  Object.assign(wish, passIn(request.headers.get('cookie')))
  return redirected(
    send(call, artistUsername, posted),
    (answer) => redirect(paymentRedirect(answer, request, hrefOf(wish.songId ?? 'own')), 303),
    (failure) => refusalOf(failure, posted),
  )
}

/** Answers a form: with what its call leads to, or with why it was refused. */
const redirected = <Answer>(
  answer: Promise<Answer>,
  leadTo: (answer: Answer) => Response,
  refusal: (failure: CallFailed) => PostedRefusal,
) => orElse(answer.then(leadTo), (failure) => data(refusal(failure), { status: failure.status }))

function postCodeWord(context: Readonly<RouterContextProvider>, form: FormData, href: string) {
  const [sessionId, word] = [postedText(form, 'sessionId'), postedText(form, 'word')]
  return redirected(
    callFrom(context)(api.session.enter, { body: { sessionId, word } }),
    ({ pass }) => {
      const cookie = passCookie(pass, context.get(serverApi).secure)
      return redirect(href, { status: 303, headers: { 'Set-Cookie': cookie } })
    },
    ({ fields, message }) => ({ notAdmitted: { word, words: fields['word'] ?? message } }),
  )
}

function send(call: Caller, artistUsername: string, { wish, sessionId, key }: OrderFormValues) {
  return call(
    api.songs.orderSong,
    { body: { ...wish, artistUsername, sessionId } },
    key === '' ? {} : { idempotencyKey: key },
  )
}

/** The bank's page; via our payment page where it is on another site, since a browser may block a form's redirect there. */
function paymentRedirect(
  { orderId, paymentURL }: AnswerOf<typeof api.songs.orderSong>,
  { url }: Request,
  hrefOfOrdered: string,
): string {
  if (paymentURL === undefined) return hrefOfOrdered
  const ours = new URL(paymentURL).origin === new URL(url).origin
  return ours ? paymentURL : payHref(orderId)
}

function refusalOf(failure: CallFailed, { wish }: OrderFormValues): PostedRefusal {
  const words = failure.message
  return isOfAmount(failure) ? { wrongAmount: { wish, words } } : { rejected: words }
}
