import { api } from '#contract/index.ts'
import type { CrashBank } from '#test/support/crash/bank.ts'
import type { CrashMusician, CrashSong } from '#test/support/crash/accounts.ts'
import { doneOnce, granted, until } from '#test/support/crash/retry.ts'
import { orders } from '#test/support/crash/scene-steps.ts'
import type { ExpectedMoney } from '#test/support/crash/scene-steps.ts'
import { anyAddress } from '#test/support/product/product.ts'
import type { WebhookRelay } from './webhook-relay.ts'
import { signed, withSum, withWrongToken } from './webhook-relay.ts'

const PRICE = 10_000
/** How often each notice is delivered. */
export const TIMES = 5
/** Status that the bank sends once an order is paid, by method. */
const PAID = { card: 'AUTHORIZED', sbp: 'CONFIRMED' } as const

type Evening = {
  readonly url: string
  readonly bank: CrashBank
  readonly post: WebhookRelay
  readonly musician: CrashMusician
  readonly songs: readonly [CrashSong, CrashSong, CrashSong, CrashSong]
  readonly signal: AbortSignal
  /** Payment method of the order whose notice is delivered after the end. */
  readonly lateBy: keyof typeof PAID
}

export type ForwardedNotices = {
  readonly expectedMoney: ExpectedMoney
  /** The payment whose notice was delivered after the end. */
  readonly late: string
  readonly forged: readonly string[]
  readonly delivered: number
  /** Answers that differ from the expected ones. */
  readonly wrong: readonly string[]
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/**
 * Plays one evening whose notices are all delivered by the test, five times each and in any order: one order is played,
 * one is paid and its notice delivered after the end of the concert, and one is not paid though forged notices say so.
 */
export async function forwardNotices(evening: Evening): Promise<ForwardedNotices> {
  const { url, bank, post, musician, songs, signal, lateBy } = evening
  const pad = { url, signal, address: '10.2.0.1', token: musician.token }
  const phone = { url, signal, address: anyAddress() }
  const forged = new Set<string>()
  const wrong: string[] = []
  let delivered = 0

  async function deliver(bodies: readonly string[], expected: 200 | 403): Promise<void> {
    // A network for this evening alone: forged notices share one rate limit per network.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': phone.address }
    const all = shuffled(bodies.flatMap((body) => Array.from({ length: TIMES }, () => body)))
    if (expected === 403) for (const body of bodies) forged.add(body)
    await Promise.all(
      all.map(async (body) => {
        const to = `${url}/api/v1/payment/notification`
        const answer = await fetch(to, { method: 'POST', headers, body, signal })
        const text = await answer.text()
        delivered += 1
        if (answer.status !== expected || (text === 'OK') !== (expected === 200))
          wrong.push(`a notice was answered ${answer.status} ${text}, and not ${expected}: ${body}`)
      }),
    )
  }

  async function order(song: CrashSong) {
    const { id, link } = await orders({ musician }, { url, signal, address: anyAddress() }, song)
    return { id, page: link.split('/').at(-1) ?? '' }
  }

  const ends = (id: string, state: string) =>
    until(
      phone,
      async () => (await granted(phone, api.payment.byId, { params: { id } })).state === state,
    )

  const [first, second, third] = songs
  const [played, late, unpaid] = await Promise.all([order(first), order(second), order(third)])
  await bank.pay(played.page, { method: 'card', action: 'pay' })
  const held = await post.notice(played.id, 'AUTHORIZED', signal)
  const ofUnpaid = held.replaceAll(played.id.replaceAll('-', ''), unpaid.id.replaceAll('-', ''))
  const { password } = bank.keys
  await deliver(
    [
      withWrongToken(held),
      withSum(held, 10 * PRICE),
      signed(withSum(held, 10 * PRICE), `not ${password}`),
      ofUnpaid,
      signed(ofUnpaid.replace('AUTHORIZED', 'CONFIRMED'), `not ${password}`),
      `{"TerminalKey":"Another","OrderId":"${musician.username}","Token":"00"}`,
    ],
    403,
  )
  // Signed by the true terminal, with a sum that was never paid: it only makes the server ask the bank.
  await deliver([held, signed(withSum(held, 10 * PRICE), password)], 200)
  await ends(played.id, 'secured')

  const sessionId = musician.concertId
  const press = (songId: string | null, expectedNowId: string | null) =>
    doneOnce(pad, api.artist.nextSong, { body: { songId, expectedNowId } }, 'NOW_MOVED')
  await press(first.id, null)
  const queue = await granted(pad, api.artist.queue, { query: { sessionId } })
  await press(null, queue.find(({ status }) => status === 'NOW')?.id ?? null)
  const taken = await post.notice(played.id, 'CONFIRMED', signal)
  await deliver([taken], 200)
  await deliver([held, taken], 200)

  await bank.pay(late.page, { method: lateBy, action: 'pay' })
  const body = { sessionId, sessionStatus: 'PLAYED' }
  await doneOnce(pad, api.artist.updateSessionStatus, { body }, 'ILLEGAL_STEP')
  const paid = await post.notice(late.id, PAID[lateBy], signal)
  await deliver([paid, taken, held], 200)
  await ends(played.id, 'released')
  await ends(late.id, 'returned')
  await ends(unpaid.id, 'canceled')
  // The page is closed at the bank after it is closed with us.
  await post.notice(unpaid.id, 'CANCELED', signal)
  await deliver([...post.about(played.id), ...post.about(late.id), ...post.about(unpaid.id)], 200)

  return {
    expectedMoney: {
      concertId: sessionId,
      phone: musician.phone,
      arrivals: [],
      payments: [
        { id: played.id, amount: PRICE, end: 'released', song: 'PLAYED' },
        { id: late.id, amount: PRICE, end: 'returned', song: null },
        { id: unpaid.id, amount: PRICE, end: 'canceled', song: null },
      ],
    },
    late: late.id,
    forged: [...forged],
    delivered,
    wrong,
  }
}
