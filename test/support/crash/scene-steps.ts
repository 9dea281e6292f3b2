import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import type { CrashMusician, CrashSong } from './accounts.ts'
import { doneOnce, granted, until } from './retry.ts'
import type { RetryCaller } from './retry.ts'

/** The promised result of a scene: where each payment ends, and what is paid out to the musician's phone. Kopecks. */
export type ExpectedMoney = {
  readonly concertId: string
  readonly phone: string
  readonly payments: readonly {
    readonly id: string
    readonly amount: number
    /** The part of it that the bank's cabinet refunded without our request. */
    readonly part?: number
    readonly end: 'released' | 'returned' | 'canceled'
    /** The final status of a secured order's song; null for money without such an order. */
    readonly song: 'PLAYED' | 'SKIPPED' | null
    /** It was charged before its song was played, so that the till closes a prepayment. */
    readonly prepaid?: true
    /** Its order stands behind the entry of the one before. */
    readonly joins?: true
  }[]
  readonly arrivals: readonly number[]
}

export type SceneContext = {
  readonly bank: Pick<SandboxBank, 'pay' | 'inbox' | 'openPage' | 'operator'>
  /** Resolves once a registry with the chargeback of this bank payment is booked. */
  readonly disputed: (bankPaymentId: string, amount: number) => Promise<void>
  readonly adminToken: string
  readonly url: string
  readonly signal: AbortSignal
  readonly musician: CrashMusician
  readonly songs: readonly [CrashSong, CrashSong, CrashSong, CrashSong]
}

export type Method = 'card' | 'sbp'

export const PRICE = 10_000
export const NET = 9000
export const TIP = 20_000
export const TIP_NET = 19_000
export const PART = 2000
/** A tenth stays in reserve, as the evening's product is configured. */
export const out = (net: number) => net - net / 10
export const CHECK = 1000
export const CHECK_BACK = 900

let phones = 0

/** A listener's phone with a network address of its own. */
export function newPhone({ url, signal }: SceneContext): RetryCaller {
  phones += 1
  return { url, signal, address: `10.1.${Math.floor(phones / 250)}.${phones % 250}` }
}

export function padOf({ url, signal, musician }: SceneContext): RetryCaller {
  return { url, signal, address: '10.2.0.1', token: musician.token }
}

export function tailOf(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? ''
}

/** Pays on the bank's page; returns the id of the payment that the bank redirects to. */
export async function pays({ bank }: SceneContext, link: string, method: Method): Promise<string> {
  const answer = await bank.pay(tailOf(link), { method, action: 'pay' })
  if (answer.at !== 'shop') throw new Error(`the bank did not take the money: ${link}`)
  return tailOf(answer.url)
}

export async function ends(caller: RetryCaller, id: string, state: string): Promise<void> {
  await until(
    caller,
    async () => (await granted(caller, api.payment.byId, { params: { id } })).state === state,
  )
}

/** Orders a song with one idempotency key, however often it is sent; returns the order's id and the bank's page. */
export async function orders(
  { musician }: Pick<SceneContext, 'musician'>,
  caller: RetryCaller,
  song: CrashSong,
  more: { readonly collect?: true } = {},
) {
  const body = {
    ...more,
    songId: song.id,
    artistUsername: musician.username,
    sessionId: musician.concertId,
    title: '',
    artistName: '',
    imageUrl: '',
    amount: PRICE,
  }
  const { orderId, paymentURL } = await granted(caller, api.songs.orderSong, { body }, randomUUID())
  if (paymentURL === undefined) throw new Error('a paid order has a page of the bank')
  return { id: orderId, link: paymentURL }
}

export async function secures(
  scene: SceneContext,
  song: CrashSong,
  method: Method,
  more: { readonly collect?: true } = {},
  caller: RetryCaller = newPhone(scene),
): Promise<string> {
  const { id, link } = await orders(scene, caller, song, more)
  await pays(scene, link, method)
  await ends(caller, id, 'secured')
  return id
}

/** Presses «Next» until the song is played; each press sends the entry that it expects to be NOW. */
export async function plays(scene: SceneContext, song: CrashSong): Promise<void> {
  const pad = padOf(scene)
  const sessionId = scene.musician.concertId
  const press = (songId: string | null, expectedNowId: string | null) =>
    doneOnce(pad, api.artist.nextSong, { body: { songId, expectedNowId } }, 'NOW_MOVED')
  await press(song.id, null)
  const queue = await granted(pad, api.artist.queue, { query: { sessionId } })
  const now = queue.find(({ status }) => status === 'NOW')
  if (now?.songId !== song.id) throw new Error('another song is played')
  await press(null, now.id)
}

export async function arrives(scene: SceneContext, amount: number): Promise<void> {
  const pad = padOf(scene)
  await until(pad, async () => {
    const balance = await granted(pad, api.payment.balance)
    return balance.paidOut === amount && balance.inFlight === 0
  })
}

export const base = ({ musician }: SceneContext) => ({
  concertId: musician.concertId,
  phone: musician.phone,
  arrivals: [],
})
