import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import type { CrashMusician, CrashSong } from './accounts.ts'
import { doneOnce, granted, until } from './retry.ts'
import type { RetryCaller } from './retry.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'

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

type Method = 'card' | 'sbp'

const PRICE = 10_000
const NET = 9000
const TIP = 20_000
const TIP_NET = 19_000
const PART = 2000
/** A tenth stays in reserve, as the evening's product is configured. */
const out = (net: number) => net - net / 10
const CHECK = 1000
const CHECK_BACK = 900

let phones = 0

/** A listener's phone with a network address of its own. */
function newPhone({ url, signal }: SceneContext): RetryCaller {
  phones += 1
  return { url, signal, address: `10.1.${Math.floor(phones / 250)}.${phones % 250}` }
}

function padOf({ url, signal, musician }: SceneContext): RetryCaller {
  return { url, signal, address: '10.2.0.1', token: musician.token }
}

function tailOf(link: string): string {
  return new URL(link).pathname.split('/').at(-1) ?? ''
}

/** Pays on the bank's page; returns the id of the payment that the bank redirects to. */
async function pays({ bank }: SceneContext, link: string, method: Method): Promise<string> {
  const answer = await bank.pay(tailOf(link), { method, action: 'pay' })
  if (answer.at !== 'shop') throw new Error(`the bank did not take the money: ${link}`)
  return tailOf(answer.url)
}

async function ends(caller: RetryCaller, id: string, state: string): Promise<void> {
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

async function secures(
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
async function plays(scene: SceneContext, song: CrashSong): Promise<void> {
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

async function arrives(scene: SceneContext, amount: number): Promise<void> {
  const pad = padOf(scene)
  await until(pad, async () => {
    const balance = await granted(pad, api.payment.balance)
    return balance.paidOut === amount && balance.inFlight === 0
  })
}

const base = ({ musician }: SceneContext) => ({
  concertId: musician.concertId,
  phone: musician.phone,
  arrivals: [],
})

/** Ordered, paid by card, played: the money is taken. */
async function card(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'card')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED' }] }
}

/** Ordered and paid, but skipped: the money goes back. */
async function skipped(scene: SceneContext, method: Method): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, method)
  const body = { songId: song.id, statusSong: 'SKIPPED', sessionId: scene.musician.concertId }
  await doneOnce(padOf(scene), api.artist.changeSongStatus, { body }, 'ILLEGAL_STEP')
  await ends(newPhone(scene), id, 'returned')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'returned', song: 'SKIPPED' }] }
}

/** Charged before it is played, so that its receipt is one of a prepayment, which the till then closes. */
async function prepaid(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'sbp')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  return {
    ...base(scene),
    payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED', prepaid: true }],
  }
}

/** Played and credited; then the payer's bank charges it back, and an operator charges that to the musician. */
async function chargedBack(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const caller = newPhone(scene)
  const { id, link } = await orders(scene, caller, song)
  await pays(scene, link, 'card')
  await ends(caller, id, 'secured')
  await plays(scene, song)
  await ends(caller, id, 'released')
  const bankId = (await scene.bank.openPage(tailOf(link)))?.payment.id ?? ''
  await scene.bank.operator.chargeBack(bankId)
  await scene.disputed(bankId, PRICE)
  const { url, signal, adminToken: token } = scene
  const desk: RetryCaller = { url, signal, address: '10.2.0.2', token }
  const { stuck } = await granted(desk, api.payment.stuck)
  const question = stuck.find(({ bankId: about }) => about === bankId)
  const settle = { params: { id: question?.id ?? '' }, body: { action: 'charge' } }
  await doneOnce(desk, api.payment.settle, settle, 'NOT_FOUND')
  const { available } = await granted(padOf(scene), api.payment.balance)
  if (available !== 0) throw new Error(`${available} kopecks are left of what was charged back`)
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED' }] }
}

/** A part of what is held or charged is refunded from the bank's cabinet; the rest is taken for the song, or goes back with it. */
async function inParts(scene: SceneContext, method: Method): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const caller = newPhone(scene)
  const { id, link } = await orders(scene, caller, song)
  await pays(scene, link, method)
  await ends(caller, id, 'secured')
  const page = await scene.bank.openPage(tailOf(link))
  await scene.bank.operator.refund(page?.payment.id ?? '', PART)
  const payment = { id, amount: PRICE, part: PART }
  if (method === 'card') {
    await plays(scene, song)
    await ends(caller, id, 'released')
    return { ...base(scene), payments: [{ ...payment, end: 'released', song: 'PLAYED' }] }
  }
  const body = { songId: song.id, statusSong: 'SKIPPED', sessionId: scene.musician.concertId }
  await doneOnce(padOf(scene), api.artist.changeSongStatus, { body }, 'ILLEGAL_STEP')
  await ends(caller, id, 'returned')
  return { ...base(scene), payments: [{ ...payment, end: 'returned', song: 'SKIPPED' }] }
}

/** Ordered, played and credited; then the musician gives it back whole. */
async function givenBack(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'sbp')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  const body = { paymentId: id, word: 'Простите' }
  await granted(padOf(scene), api.payment.refund, { body }, randomUUID())
  await ends(newPhone(scene), id, 'returned')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'returned', song: 'PLAYED' }] }
}

/** A paid order and a share beside another one's, both taken off by whoever ordered them; the other share goes back at the last call. */
async function withdrawn(scene: SceneContext): Promise<ExpectedMoney> {
  const [whole, shared] = scene.songs
  const pad = padOf(scene)
  const sessionId = scene.musician.concertId
  const rules = { support: true, minSongAmount: (2 * PRICE) / 100 }
  const phone = async (): Promise<RetryCaller> => {
    const caller = { ...newPhone(scene), device: { cookie: '' } }
    // The device is known before the order, whose answer may be lost.
    await granted(caller, api.session.going, { body: { sessionId, going: true } })
    return caller
  }
  const own = await phone()
  const joined = await phone()
  const first = await secures(scene, whole, 'card', {}, own)
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules } })
  const share = await secures(scene, shared, 'sbp', { collect: true }, joined)
  const left = await secures(scene, shared, 'card', { collect: true })
  await granted(own, api.songs.cancelOrder, { body: { orderId: first } })
  await granted(joined, api.songs.cancelOrder, { body: { orderId: share } })
  for (const id of [first, share]) await ends(own, id, 'returned')
  const closed = { lastCall: 'closed' as const }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules: closed } })
  await ends(own, left, 'returned')
  return {
    ...base(scene),
    payments: [
      { id: first, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: share, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: left, amount: PRICE, end: 'returned', song: 'SKIPPED', joins: true },
    ],
  }
}

/** A tip, then a payout that the musician requests. */
async function tip(scene: SceneContext): Promise<ExpectedMoney> {
  const caller = newPhone(scene)
  const body = { artistUsername: scene.musician.username, amount: TIP, message: 'Спасибо' }
  const link = await granted(caller, api.payment.donate, { body }, randomUUID())
  const id = await pays(scene, link, 'card')
  await ends(caller, id, 'released')
  const { amount } = await granted(padOf(scene), api.payment.payout, {}, randomUUID())
  await arrives(scene, amount)
  return {
    ...base(scene),
    payments: [{ id, amount: TIP, end: 'released', song: null }],
    arrivals: [out(TIP_NET)],
  }
}

/** A tip that waits for the payout number, which is then checked: nine rubles arrive, and the tip is paid out by itself. */
async function check(scene: SceneContext): Promise<ExpectedMoney> {
  const { musician } = scene
  const caller = newPhone(scene)
  const thanks = { artistUsername: musician.username, amount: TIP }
  const link = await granted(caller, api.payment.donate, { body: thanks }, randomUUID())
  const tipId = await pays(scene, link, 'sbp')
  await ends(caller, tipId, 'released')
  const pad = padOf(scene)
  const number = {
    artistUsername: musician.username,
    number: musician.phone,
    sbpNumberId: musician.sbpBankId,
    currentPassword: ARTIST_PASSWORD,
  }
  const page = await granted(pad, api.auth.checkNumber, { body: number })
  const checkId = await pays(scene, page, 'sbp')
  await until(pad, async () => (await granted(pad, api.payment.number)).state === 'checked')
  await granted(pad, api.payment.confirmRecipient, { body: { name: RECIPIENT_NAME } })
  await arrives(scene, out(TIP_NET))
  return {
    ...base(scene),
    payments: [
      { id: tipId, amount: TIP, end: 'released', song: null },
      { id: checkId, amount: CHECK, end: 'released', song: null },
    ],
    arrivals: [CHECK_BACK, out(TIP_NET)],
  }
}

/** A concert with one song played, one playing, one waiting and one unpaid, then ended; what was earned is paid out by itself. */
async function ended(scene: SceneContext): Promise<ExpectedMoney> {
  const [first, second, third, fourth] = scene.songs
  const [played, playing, waiting] = await Promise.all([
    secures(scene, first, 'card'),
    secures(scene, second, 'card'),
    secures(scene, third, 'sbp'),
  ])
  const { id: unpaid } = await orders(scene, newPhone(scene), fourth)
  await plays(scene, first)
  const body = { sessionId: scene.musician.concertId, sessionStatus: 'PLAYED' }
  await doneOnce(padOf(scene), api.artist.updateSessionStatus, { body }, 'ILLEGAL_STEP')
  const caller = newPhone(scene)
  await ends(caller, played, 'released')
  for (const id of [playing, waiting]) await ends(caller, id, 'returned')
  await ends(caller, unpaid, 'canceled')
  await arrives(scene, out(NET))
  return {
    ...base(scene),
    payments: [
      { id: played, amount: PRICE, end: 'released', song: 'PLAYED' },
      { id: playing, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: waiting, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: unpaid, amount: PRICE, end: 'canceled', song: null },
    ],
    arrivals: [out(NET)],
  }
}

/** Two shares reach the goal of a song, which is played; those of another song go back at the last call. */
async function together(scene: SceneContext): Promise<ExpectedMoney> {
  const [reached, missed] = scene.songs
  const pad = padOf(scene)
  const sessionId = scene.musician.concertId
  const rules = { support: true, minSongAmount: (2 * PRICE) / 100 }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules } })
  const share = (song: CrashSong, method: Method) => secures(scene, song, method, { collect: true })
  const [one, two, three] = await Promise.all([
    share(reached, 'card'),
    share(reached, 'sbp'),
    share(missed, 'sbp'),
  ])
  await plays(scene, reached)
  const closed = { lastCall: 'closed' as const }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules: closed } })
  const caller = newPhone(scene)
  for (const id of [one, two]) await ends(caller, id, 'released')
  await ends(caller, three, 'returned')
  return {
    ...base(scene),
    payments: [
      { id: one, amount: PRICE, end: 'released', song: 'PLAYED' },
      { id: two, amount: PRICE, end: 'released', song: 'PLAYED', joins: true, prepaid: true },
      { id: three, amount: PRICE, end: 'returned', song: 'SKIPPED' },
    ],
  }
}

export const SCENES = {
  together,
  card,
  sbp: (scene: SceneContext) => skipped(scene, 'sbp'),
  voided: (scene: SceneContext) => skipped(scene, 'card'),
  givenBack,
  prepaid,
  chargedBack,
  partHeld: (scene: SceneContext) => inParts(scene, 'card'),
  partCharged: (scene: SceneContext) => inParts(scene, 'sbp'),
  withdrawn,
  tip,
  check,
  ended,
} as const
export type SceneName = keyof typeof SCENES
