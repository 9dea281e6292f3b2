import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { kopecks } from '../domain/money.ts'
import { MINUTE_MS, SECOND_MS } from '../domain/time.ts'
import type { Bank } from '../server/integrations/bank/bank.ts'
import { runDueMoney, runUnpaidLinks } from '../server/modules/payment-worker/due-money.service.ts'
import { runClock } from '../server/platform/jobs/clock.ts'
import { paidConcert } from '../test/support/paid-concert.ts'
import type { PaidConcert } from '../test/support/paid-concert.ts'
import { makeWorld } from '../test/support/world.ts'
import type { World } from '../test/support/world.ts'
import { onBothDatabases, versionOf } from './databases.ts'
import { instantBank } from './instant-bank.ts'
import { percentilesOf, rounded } from './percentiles.ts'
import { randomOf } from './random.ts'
import { SHORT } from './short.ts'

const TIPS_A_MINUTE = 1200
/** The bank answers within this time, evenly distributed. */
const LATENCY_MS = 600
const QUIET_ORDERS = SHORT ? 2 : 20
const ATTACK_MS = SHORT ? 2 * SECOND_MS : 2 * MINUTE_MS
/** So many tips of one network are within its limit. */
const OF_NETWORK = 100
const TARGET = 2
const QUIET = { info() {}, error() {} }

type Asked = { about: 'looks' | 'pages'; at: number }
type Times = { readonly secured: number[]; readonly returned: number[] }

/** The instant bank, answering late; `asked` gets each question about a payment's state or page. */
function slowBank(asked: Asked[]): { bank: Bank; paid: (page: string) => string } {
  const { bank, paid } = instantBank()
  const random = randomOf(1)
  const late = async <T>(answer: () => Promise<T>): Promise<T> => {
    await sleep(random() * LATENCY_MS)
    return answer()
  }
  return {
    paid,
    bank: {
      ...bank,
      open: (page) => (asked.push({ about: 'pages', at: Date.now() }), late(() => bank.open(page))),
      look: (id) => (asked.push({ about: 'looks', at: Date.now() }), late(() => bank.look(id))),
      capture: (hold) => late(() => bank.capture(hold)),
      refund: (back) => late(() => bank.refund(back)),
    },
  }
}

/** Waits until the payment is in this state; returns for how long (ms). */
async function until(world: World, id: string, state: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const payment = await world.sql
      .selectFrom('payments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    if (payment?.state === state) return performance.now() - began
    await sleep(20)
  }
}

/** A listener orders, pays and closes the page; the song is skipped, and his money goes back. */
async function oneOrder(
  world: World,
  show: PaidConcert,
  paid: (page: string) => string,
  times: Times,
): Promise<void> {
  const order = await show.ordered()
  const payload = JSON.parse(paid(order.page))
  const notice = { method: 'POST', url: pathOf(api.payment.notification), payload } as const
  const { statusCode } = await world.app.http.inject(notice)
  if (statusCode !== 200) throw new Error(`the notice was answered with ${statusCode}`)
  times.secured.push(await until(world, order.id, 'secured'))
  await show.skip(order.song)
  times.returned.push(await until(world, order.id, 'returned'))
}

/** Begins tips at their rate until the end, each from a telephone without cookies; nobody pays them. */
async function attack(world: World, end: number): Promise<{ begun: number; refused: number }> {
  const victims = [await world.artist(), await world.artist()]
  const counted = { begun: 0, refused: 0 }
  const tips: Promise<unknown>[] = []
  const began = Date.now()
  const atNow = () => ((Math.min(Date.now(), end) - began) / MINUTE_MS) * TIPS_A_MINUTE
  for (let nth = 0; Date.now() < end; await sleep(10))
    for (; nth < atNow(); nth += 1) {
      const artistUsername = victims[nth % victims.length]?.username ?? ''
      const network = Math.floor(nth / OF_NETWORK)
      const tip = world
        .call(
          api.payment.donate,
          { body: { artistUsername, amount: 1000 } },
          { address: `10.99.${network >> 8}.${network & 255}` },
        )
        .then(({ status }) => (counted[status === 200 ? 'begun' : 'refused'] += 1))
      tips.push(tip)
    }
  await Promise.all(tips)
  return counted
}

const rowOf = (database: string, when: string, { secured, returned }: Times, more: object) => {
  const [seen, back] = [percentilesOf(secured), percentilesOf(returned)]
  return {
    database,
    when,
    orders: secured.length,
    'paid → secured p50, ms': seen.p50,
    'p95, ms': seen.p95,
    'skipped → returned p50, ms': back.p50,
    'p95 then, ms': back.p95,
    ...more,
  }
}

/** A row for the quiet and one for the attack. */
export async function measure(database: string): Promise<object[]> {
  const asked: Asked[] = []
  const { bank, paid } = slowBank(asked)
  const notificationUrl = () => `http://localhost${pathOf(api.payment.notification)}`
  const money = { bank, notificationUrl, receipts: null, payoutFloat: kopecks(0) }
  const world = await makeWorld({ money: { ...money, captureGraceSeconds: 20 } })
  const began = Date.now() - world.now().getTime()
  const ticking = setInterval(() => world.setNow(new Date(Date.now() - began)), 10)
  const { ctx } = world.app
  const clocks = [
    runClock({
      tick: (stopping) => runDueMoney(ctx, stopping),
      everyMs: SECOND_MS,
      log: QUIET,
      wakes: ctx.wakes.money,
    }),
    runClock({ tick: (stopping) => runUnpaidLinks(ctx, stopping), everyMs: SECOND_MS, log: QUIET }),
  ]
  const show = await paidConcert(world)
  const quiet: Times = { secured: [], returned: [] }
  for (let n = 0; n < QUIET_ORDERS; n += 1) await oneOrder(world, show, paid, quiet)

  const under: Times = { secured: [], returned: [] }
  asked.length = 0
  const started = Date.now()
  const flood = attack(world, started + ATTACK_MS)
  while (Date.now() < started + ATTACK_MS) await oneOrder(world, show, paid, under)
  const seconds = (Date.now() - started) / SECOND_MS
  const { begun, refused } = await flood
  const perSecond = (about: Asked['about']) =>
    rounded(asked.filter((one) => one.about === about).length / seconds)
  clearInterval(ticking)
  for (const clock of clocks) await clock.stop()
  const name = `${database}, ${await versionOf(world)}`
  await world.close()
  const ratio = (of: keyof Times) =>
    rounded(percentilesOf(under[of]).p50 / percentilesOf(quiet[of]).p50)
  return [
    rowOf(name, 'quiet', quiet, {}),
    rowOf(name, `${TIPS_A_MINUTE} unpaid tips a minute`, under, {
      'ratio secured': ratio('secured'),
      'ratio returned': ratio('returned'),
      target: `≤ ${TARGET}`,
      'tips begun': begun,
      refused,
      'looks/s': perSecond('looks'),
      'pages/s': perSecond('pages'),
    }),
  ]
}

/**
 * How long a paid order waits until its money is secured, and a skipped one until its money is back, while others begin
 * tips that nobody pays, against the same without them. The bank answers after 0 to 600 ms; the payers look at no page.
 */
export async function bench(): Promise<void> {
  console.table(await onBothDatabases('unpaid-tips'))
}
