import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/index.ts'
import type { SerialEvening } from '#test/support/database/serial-run.ts'
import { anyAddress } from '#test/support/product/product.ts'
import { silentAskId } from '#test/support/steps/stage.ts'
import { PLAIN, startProducts } from '../harness/products.ts'
import { faultsOfOrders } from '../harness/final-orders.ts'
import type { KnownOrder } from '../harness/final-orders.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import {
  randomAction,
  randomGuest,
  randomRules,
  chooseTurn,
  performAction,
  knownDevice,
  padQueue,
  padRules,
} from '../harness/concert-actions.ts'
import type { ConcertAction, GuestOut } from '../harness/concert-actions.ts'
import { makeHistory } from '../harness/history.ts'
import type { HistoryOperation } from '../harness/history.ts'
import { eveningText, explain } from '../harness/serial-check.ts'
import { openWatcher, queueText } from '../harness/watcher.ts'
import type { LiveWatcher } from '../harness/watcher.ts'
import { granted } from '../harness/wire-call.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const WORKERS = 8
const PHONES = 16
const WATCHERS = 6
/** Number of actions of each worker in a round, one after another. */
const ACTIONS = 2
/** Share of the actions that change the evening's rules. */
const RULES = 0.06
/** Share of the actions that take out what one guest ordered. */
const OUTS = 0.04
/** Share of the calls whose client disconnects before the answer. */
const CUT = 0.15
const CUT_MOST_MS = 12
/** A cut call has landed after this time, or lands in the next round. */
const CALM_MS = 60
const SEEN_MS = 1000
const SEEN_MOST_MS = 15_000
const WAITING = new Set(['SCHEDULED', 'QUEUED', 'NOW'])

/**
 * The round in which each entry was first read, by its id: HTTP reports nothing more precise about its arrival. It may
 * be the artist's own where a list of that round named its song.
 */
type Arrivals = Map<string, { readonly round: number; readonly listed: boolean }>

/** Reads the whole evening over HTTP in a round: the pad's queue, and behind it each phone's own orders. */
async function readEvening(
  url: string,
  dataset: TestDataset,
  {
    phones,
    arrivals,
    round,
    listed,
  }: {
    phones: readonly string[]
    arrivals: Arrivals
    round: number
    /** The songs that lists of this round named. */
    listed: ReadonlySet<string>
  },
) {
  const query = { sessionId: dataset.artist.concertId }
  const [queue, rules, ...mine] = await Promise.all([
    padQueue(url, dataset),
    padRules(url, dataset),
    ...phones.map((cookie) =>
      granted(url, api.songs.myOrders, { query }, { cookie, address: anyAddress() }),
    ),
  ])
  const behind = (songId: string, status: string) =>
    mine.flatMap((orders, phone) =>
      orders
        .filter((one) => one.songId === songId && one.state === status && WAITING.has(one.state))
        .map(() => phone),
    )
  for (const { id, songId } of queue)
    if (!arrivals.has(id)) arrivals.set(id, { round, listed: listed.has(songId) })
  const evening: SerialEvening = {
    live: queue.map(({ id, songId, status }) => ({
      id,
      songId,
      status,
      behind: behind(songId, status),
      brought: arrivals.get(id)?.listed !== true,
      arrivedAt: arrivals.get(id)?.round ?? round,
    })),
    over: [],
    off: [],
    rules,
    // Not returned by any call; no action here lets orders in between.
    ownRun: 0,
    // Orders that arrive from here on are read in the next round.
    now: round + 1,
  }
  const guests = mine.flatMap((orders, phone): GuestOut | [] => {
    const his = orders.filter(({ state }) => state === 'SCHEDULED' || state === 'QUEUED')
    const [first] = his
    if (first === undefined) return []
    // Whether an entry goes with its last order depends on who put it there, which only these are sure of.
    const entryIds = evening.live
      .filter((entry) => entry.status !== 'NOW' && entry.brought && entry.behind.includes(phone))
      .map(({ id }) => id)
    if (entryIds.length === 0) return []
    const orderIds = his.map(({ orderId }) => orderId)
    return { kind: 'out', phone, askId: silentAskId(first.orderId), entryIds, orderIds }
  })
  return { queue, evening, guests }
}

/** Returns how long the slowest watcher took to get this text, and a sentence if some never did. */
async function seenByAll(watchers: readonly LiveWatcher[], text: string) {
  const took = await Promise.all(watchers.map((one) => one.sees(text, SEEN_MOST_MS)))
  const never = took.filter((ms) => ms === null).length
  return {
    ms: Math.max(...took.map((ms) => ms ?? SEEN_MOST_MS)),
    faults: never === 0 ? [] : [`${never} watchers never saw the final state`],
  }
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const { short } = context
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
  const { urls, stop } = await startProducts(context, 2, { ...PLAIN, TEST_CALLS: 'off' })
  const urlOf = (n: number) => urls[n % urls.length] ?? ''
  const phones = await Promise.all(
    Array.from({ length: PHONES }, (_, n) => knownDevice(urlOf(n), dataset)),
  )
  await chooseTurn(urlOf(0), dataset)
  const target = { artistUsername: dataset.artist.username, sessionId: dataset.artist.concertId }
  const watchers = Array.from({ length: WATCHERS }, (_, n) => openWatcher(() => urlOf(n), target))

  const history = makeHistory<ConcertAction>()
  const orders: KnownOrder[] = []
  const broken: string[] = []
  let [rounds, undecided, slowest] = [0, 0, 0]
  let open: readonly HistoryOperation<ConcertAction>[] = []
  const arrivals: Arrivals = new Map()
  async function read(round: number, operations: readonly HistoryOperation<ConcertAction>[]) {
    const lists = operations.flatMap(({ action }) => (action.kind === 'list' ? action.songIds : []))
    const listed = new Set(lists)
    const mayLand = operations.some(({ outcome }) => outcome === 'info')
    // A cut call that lands between the calls of a reading would be half in it.
    for (let earlier = ''; ;) {
      const found = await readEvening(urlOf(round), dataset, { phones, arrivals, round, listed })
      const text = JSON.stringify(found.evening)
      if (!mayLand || text === earlier) return found
      earlier = text
    }
  }
  let { evening, guests } = await read(0, [])

  async function work(worker: number): Promise<void> {
    for (let turn = 0; turn < ACTIONS; turn++) {
      const nowId = evening.live[0]?.status === 'NOW' ? evening.live[0].id : null
      const out = Math.random() < OUTS ? randomGuest(guests) : null
      const usual = Math.random() < RULES ? randomRules() : randomAction(dataset, phones, nowId)
      const action = out ?? usual
      const cut = Math.random() < CUT ? { cutMs: 1 + Math.random() * CUT_MOST_MS } : {}
      const { outcome, data } = await history.record(action, () =>
        performAction(urlOf(worker + turn), dataset, action, cut),
      )
      orders.push({ action, outcome, answer: data as KnownOrder['answer'] })
    }
  }

  const until = performance.now() + (short ? 2000 : 60_000)
  while (performance.now() < until && broken.length === 0) {
    const from = history.operations.length
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    if (rounds % 5 === 4) watchers[rounds % watchers.length]?.lose()
    const operations = [...open, ...history.operations.slice(from)]
    if (operations.some(({ outcome }) => outcome === 'info')) await sleep(CALM_MS)
    let after = await read(rounds + 1, operations)
    const text = queueText(after.queue)
    const seen = await seenByAll(watchers, text)
    if (seen.faults.length > 0) {
      // A cut call may have landed after the reading.
      after = await read(rounds + 1, operations)
      if (queueText(after.queue) === text) broken.push(...seen.faults)
    }
    slowest = Math.max(slowest, seen.ms)
    const known = new Set(evening.live.map(({ id }) => id))
    const found = explain(evening, operations, eveningText(after.evening, known))
    if (found.kind === 'impossible')
      broken.push(
        `no serial run explains round ${rounds}: ${JSON.stringify({ before: evening, operations, after: after.evening })}`,
      )
    if (found.kind === 'undecided') {
      undecided++
      context.logProgress(
        `undecided: ${JSON.stringify({ before: evening, operations, after: after.evening })}`,
      )
    }
    // A call that has not landed within a whole round was never sent.
    open =
      found.kind === 'explained'
        ? found.open.filter((one) => history.operations.includes(one, from))
        : []
    ;({ evening, guests } = after)
    rounds++
  }

  for (const watcher of watchers) {
    broken.push(...watcher.faults)
    watcher.close()
  }
  const errors = await stop()
  const { faults, landed } = await inDatabase(context, (sql) =>
    faultsOfOrders(sql, dataset.artist.concertId, orders),
  )
  return {
    figures: {
      operations: history.operations.length,
      ok: history.count('ok'),
      refused: history.count('fail'),
      unknown: history.count('info'),
      orders: landed,
      rounds,
      undecided,
      frames: watchers.reduce((sum, one) => sum + one.frames(), 0),
      'last watcher, ms': Math.round(slowest),
    },
    broken: [...broken, ...faults, ...errors],
    slow: slowest > SEEN_MS ? [`the last watcher saw it after ${Math.round(slowest)} ms`] : [],
  }
}

export const scenario: Scenario = {
  number: 3,
  title:
    'Jepsen-like: 8 workers, 60 s, random order / to-queue / top / up / next / skip / save list / rules of the evening, with random client disconnects; record invoke-ok-fail-info',
  pass: 'every ok present, no fail present, ≤ 1 song NOW at all times, order equals some serial run, all listeners equal ≤ 1 s after the last change',
  engines: ['embedded', 'postgres'],
  inTests: ['postgres'],
  run,
}
