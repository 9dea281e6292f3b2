import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from '#test/support/inputs/fast-check.ts'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { cancelled, myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { outcomeText, serialRuns } from '#test/support/database/serial-run.ts'
import type { Backed, SerialCommand, SerialEvening } from '#test/support/database/serial-run.ts'
import { makePhone, makeStage, silentAskId, voteIn } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const RUNS = 15
const PHONES = 4
const SEEN_WITHIN_MS = 10_000

let world: World
let port: number

before(async () => {
  world = await makeWorld()
  port = await world.app.listen(0, '127.0.0.1')
})
after(() => world.close())

// Few songs and few phones, so that concurrent actions often hit the same one.
const title = fc.constantFrom<Title>('А', 'Б', 'В', 'Г', 'Д')

type OfOrder = 'cancel' | 'pass' | 'out'
/** Which of the existing orders is cancelled, lets another pass, or is taken out is decided when the action runs. */
type Plan = Exclude<SerialCommand, { kind: OfOrder }> | { kind: OfOrder; pick: number }

/** An action before its concert is known: its songs are titles. */
const plan: fc.Arbitrary<Plan> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'cancel' as const, 'pass' as const, 'out' as const),
      pick: fc.nat({ max: 7 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      phone: fc.nat({ max: PHONES - 1 }),
      songId: title,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('next' as const),
      songId: fc.option(title),
      expectsNow: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'queued' as const,
        'back' as const,
        'skipped' as const,
        'top' as const,
        'up' as const,
        'won' as const,
      ),
      songId: title,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rules' as const),
      rules: fc.oneof(
        fc.record({ lastCall: fc.constantFrom('open' as const, 'closed' as const) }),
        fc.record({ freeWaiting: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ turn: fc.constantFrom('arrival' as const, 'circle' as const) }),
        fc.record({ lock: fc.integer({ min: 0, max: 3 }) }),
        fc.record({ orderAfter: fc.option(fc.integer({ min: 1, max: 4 })) }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      songIds: fc.array(title, { maxLength: 4 }),
      knownIds: fc.option(fc.array(title, { maxLength: 4 })),
    }),
  },
)

/** Each step is one to four concurrent actions. */
const evenings = fc.array(fc.array(plan, { minLength: 1, maxLength: 4 }), {
  minLength: 8,
  maxLength: 12,
})

/** Out of the circle and back into it: plans alone rarely switch while orders stand in another order than their arrival. */
function switchAt(step: number): Plan[] {
  const turn = step % 8 === 0 ? 'arrival' : 'circle'
  return step % 4 === 0 ? [{ kind: 'rules', rules: { turn } }] : []
}

/** In a circle the last of them passes two of the first phone's. */
const IN_CIRCLE = [
  [0, 'А'],
  [0, 'Б'],
  [0, 'В'],
  [1, 'Г'],
] as const

type Standing = { orderId: string; phone: number; entryId: string }

/** None when there is no order to cancel. */
function atStage(
  command: Plan,
  ids: TestStage['ids'],
  orders: readonly Standing[],
): SerialCommand[] {
  if ('pick' in command) {
    const order = orders[command.pick % Math.max(1, orders.length)]
    if (order === undefined) return []
    if (command.kind !== 'out') return [{ kind: command.kind, ...order }]
    const his = orders.filter(({ phone }) => phone === order.phone)
    const entryIds = his.map(({ entryId }) => entryId)
    return [{ kind: 'out', phone: order.phone, entryIds, orderIds: his.map((one) => one.orderId) }]
  }
  return [atSongs(command, ids)]
}

function atSongs(
  command: Exclude<SerialCommand, { kind: OfOrder }>,
  ids: TestStage['ids'],
): SerialCommand {
  if (command.kind === 'rules') return command
  const idOf = (name: string) => ids[name as Title]
  if (command.kind === 'list') {
    const knownIds = command.knownIds?.map(idOf) ?? null
    return { ...command, songIds: command.songIds.map(idOf), knownIds }
  }
  if (command.kind === 'next') {
    return { ...command, songId: command.songId === null ? null : idOf(command.songId) }
  }
  return { ...command, songId: idOf(command.songId) }
}

type StageWithPhones = {
  stage: TestStage
  phones: ReturnType<typeof makePhone>[]
  /** The battle that its command ends. */
  battle?: { sessionId: string; id: string } | null
}

/** One battle runs at a time: of several that would end the first one is left. */
const withOneBattle = (commands: readonly SerialCommand[]): SerialCommand[] => {
  const first = commands.find(({ kind }) => kind === 'won')
  return commands.filter((command) => command.kind !== 'won' || command === first)
}

/** Lets a battle begin, and somebody vote, where one is about to be won. */
async function aboutToBeWon(stage: TestStage, commands: readonly SerialCommand[]) {
  const won = commands.find((command) => command.kind === 'won')
  if (won === undefined) return null
  const other = won.songId === stage.ids.А ? stage.ids.Б : stage.ids.А
  const battle = { sessionId: stage.concertId, id: randomUUID() }
  const body = { ...battle, songIds: [other, won.songId], minutes: 1 }
  await world.ok(api.artist.startBattle, { body }, stage.as)
  assert.equal((await voteIn(world, battle, won.songId)).status, 200)
  return battle
}

const PRESSES = {
  top: api.artist.onTop,
  up: api.artist.oneSongUp,
} as const

const SET_TO = { queued: 'QUEUED', skipped: 'SKIPPED' } as const

async function done(
  { stage, phones, battle }: StageWithPhones,
  command: SerialCommand,
  nowId: string | null,
): Promise<{ status: number; failure: unknown }> {
  const { as, concertId: sessionId } = stage
  if (command.kind === 'order') {
    const phone = phones[command.phone]
    assert.ok(phone !== undefined)
    return phone.order(stage, command.songId)
  }
  if (command.kind === 'cancel' || command.kind === 'pass') {
    const cookie = phones[command.phone]?.cookie
    assert.ok(cookie !== undefined)
    const call = command.kind === 'cancel' ? api.songs.cancelOrder : api.songs.letPass
    return world.call(call, { body: { orderId: command.orderId } }, { cookie })
  }
  if (command.kind === 'out') {
    const askId = silentAskId(command.orderIds[0] ?? '')
    const body = { sessionId, askId, entryIds: [...command.entryIds] }
    return world.call(api.artist.takeOutGuest, { body }, { ...as, key: randomUUID() })
  }
  if (command.kind === 'next') {
    const { songId, expectsNow } = command
    const body = { songId, ...(expectsNow ? { expectedNowId: nowId } : {}) }
    return world.call(api.artist.nextSong, { body }, as)
  }
  if (command.kind === 'list') {
    const { songIds, knownIds } = command
    const body = { sessionId, idList: songIds, ...(knownIds === null ? {} : { knownIds }) }
    return world.call(api.artist.updateSessionSongList, { body }, as)
  }
  if (command.kind === 'rules')
    return world.call(api.artist.changeRules, { body: { sessionId, rules: command.rules } }, as)
  const { kind, songId } = command
  if (kind === 'won') return world.call(api.artist.endBattle, { body: battle ?? {} }, as)
  if (kind === 'top' || kind === 'up') return world.call(PRESSES[kind], { body: { songId } }, as)
  if (kind === 'back')
    return world.call(api.artist.backToOrders, { body: { songId, sessionId } }, as)
  const body = { songId, statusSong: SET_TO[kind], sessionId }
  return world.call(api.artist.changeSongStatus, { body }, as)
}

/** The whole evening as the database has it; phones by the order in which they are met. */
async function eveningOf(
  concertId: string,
  devices: string[],
): Promise<SerialEvening & { orders: Standing[] }> {
  const rows = await world.sql
    .selectFrom('queueEntries')
    .select(['id', 'songId', 'status', 'position', 'createdAt', 'own', 'won'])
    .where('concertId', '=', concertId)
    .execute()
  const concert = await world.sql
    .selectFrom('concerts')
    .select(['rules', 'ownRun'])
    .where('id', '=', concertId)
    .executeTakeFirstOrThrow()
  const orders = await world.sql
    .selectFrom('orders')
    .select(['id', 'entryId', 'deviceId', 'droppedAt', 'joined', 'letPass', 'letPassAt'])
    .where('concertId', '=', concertId)
    .execute()
  const standing = orders.filter((order) => order.droppedAt === null)
  const behind = Map.groupBy(standing, (order) => order.entryId)
  const brought = new Set(orders.filter(({ joined }) => !joined).map((order) => order.entryId))
  const entries = rows
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ id, songId, status, createdAt, own, won }): Backed => {
      const phones = (behind.get(id) ?? []).map((order) => devices.indexOf(order.deviceId))
      const arrivedAt = createdAt.getTime()
      const entry = {
        id,
        songId,
        status,
        behind: phones,
        brought: brought.has(id) && !own,
        arrivedAt,
        won,
      }
      const passing = (behind.get(id) ?? []).find((order) => order.letPass !== null)
      if (passing?.letPass == null) return entry
      const by = String(devices.indexOf(passing.deviceId))
      const at = passing.letPassAt?.getTime() ?? 0
      return { ...entry, letPass: { entryId: passing.letPass, at, by } }
    })
  const isOver = ({ status }: Backed) => status === 'PLAYED' || status === 'SKIPPED'
  const live = entries.filter((entry) => !isOver(entry))
  const alive = new Set(live.map(({ id }) => id))
  return {
    live,
    over: entries.filter(isOver),
    off: [],
    passes: orders
      .filter(({ letPass }) => letPass !== null)
      .map(({ id, deviceId }) => ({ orderId: id, phone: devices.indexOf(deviceId) })),
    rules: rulesFrom(concert.rules),
    ownRun: concert.ownRun,
    now: world.now().getTime(),
    orders: standing
      .filter((order) => alive.has(order.entryId))
      .map((order) => ({
        orderId: order.id,
        phone: devices.indexOf(order.deviceId),
        entryId: order.entryId,
      })),
  }
}

/** A watcher on the live channel; `latest` is the text of the last array received. */
async function watch(stage: TestStage) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`)
  const seen = { latest: '' }
  socket.addEventListener('message', ({ data }) => {
    seen.latest = String(data)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const { artist, concertId } = stage
  socket.send(JSON.stringify({ artistUsername: artist.username, sessionId: concertId }))
  return { seen, leave: () => socket.close() }
}

async function untilSeen(seen: { latest: string }, truth: string): Promise<void> {
  const deadline = performance.now() + SEEN_WITHIN_MS
  while (seen.latest !== truth && performance.now() < deadline) await sleep(20)
  assert.equal(seen.latest, truth, 'a listener is left with another queue than the true one')
}

/** The queue as the public call returns it; it must be what the artist sees without the amounts. */
async function commonView(stage: TestStage): Promise<QueueEntry[]> {
  const open = await world.ok(api.test.getQueueBySession, { body: { sessionId: stage.concertId } })
  const own = await stage.queue()
  assert.deepEqual(
    own.map(({ id, status, backers }) => [id, status, backers]),
    open.map(({ id, status, backers }) => [id, status, backers]),
  )
  return open
}

/** Every phone has ordered elsewhere before, so that its device id is known. */
async function knownPhones(): Promise<{ phones: StageWithPhones['phones']; devices: string[] }> {
  const elsewhere = await makeStage(world)
  const phones = Array.from({ length: PHONES }, () => makePhone(world))
  for (const phone of phones) await phone.order(elsewhere, elsewhere.ids.А)
  const devices = phones.map(({ cookie }) => /=([0-9a-f-]{36})/u.exec(cookie ?? '')?.[1] ?? '')
  assert.ok(devices.every((device) => device !== ''))
  return { phones, devices }
}

test('each change by itself reaches all who watch', async () => {
  const stage = await makeStage(world)
  const watchers = [await watch(stage), await watch(stage)]
  const songId = stage.ids.Б
  const phone = makePhone(world)
  const changes = [
    () => makePhone(world).order(stage, stage.ids.А),
    () => makePhone(world).order(stage, stage.ids.А),
    () => stage.scheduled('А', 'Б', 'В'),
    () => stage.queued('А', 'В'),
    () => stage.queued('Б'),
    () => world.ok(api.artist.oneSongUp, { body: { songId } }, stage.as),
    () => world.ok(api.artist.onTop, { body: { songId } }, stage.as),
    () => stage.next(),
    () => phone.order(stage, stage.ids.Г),
    () => stage.skip('В'),
    async () => {
      const [order] = await myOrders(world, stage.concertId, phone.cookie)
      await cancelled(world, order?.orderId, phone.cookie)
    },
    () => stage.next(),
  ]
  const told = new Set<string>()
  for (const change of changes) {
    await change()
    const truth = JSON.stringify(await commonView(stage))
    for (const { seen } of watchers) await untilSeen(seen, truth)
    told.add(truth)
  }
  assert.equal(told.size, changes.length)
  for (const { leave } of watchers) leave()
})

test('whatever many hands do at once, it is as if they had done it one after another', async () => {
  const { phones, devices } = await knownPhones()
  const orderAfters = fc.constantFrom(null, 1, 2)
  const some = [evenings, fc.boolean(), orderAfters] as const
  const property = fc.asyncProperty(...some, async (steps, inCircle, orderAfter) => {
    const stage = await makeStage(world)
    const { concertId: sessionId, as } = stage
    await world.ok(api.artist.changeRules, { body: { sessionId, rules: { orderAfter } } }, as)
    // Few random evenings would switch to a circle, and fewer would have enough orders for it to move one.
    const rules = { turn: 'circle', lock: 0, freeWaiting: 3 } as const
    if (inCircle) {
      await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
      for (const [phone, name] of IN_CIRCLE) {
        world.advance(1)
        await phones[phone]?.order(stage, stage.ids[name])
      }
    }
    const watchers = [await watch(stage), await watch(stage)]
    for (const [at, step] of steps.entries()) {
      // Some songs come at the same moment as others, and some later.
      world.advance(at % 3)
      const start = await eveningOf(stage.concertId, devices)
      const plans = inCircle ? [...step, ...switchAt(at)] : step
      const commands = withOneBattle(
        plans.flatMap((command) => atStage(command, stage.ids, start.orders)),
      )
      const battle = await aboutToBeWon(stage, commands)
      const nowId = start.live.find((entry) => entry.status === 'NOW')?.id ?? null
      const replies = await Promise.all(
        commands.map((command) => done({ stage, phones, battle }, command, nowId)),
      )
      for (const reply of replies) {
        assert.ok(reply.status === 200 || reply.status === 409, JSON.stringify(reply.failure))
      }
      const accepted = replies.map((reply) => reply.status === 200)
      const known = new Set([...start.live, ...start.over].map((entry) => entry.id))
      const evening = await eveningOf(stage.concertId, devices)
      const possible = serialRuns(start, commands).map((outcome) => outcomeText(outcome, known))
      const actual = outcomeText({ accepted, evening }, known)
      assert.ok(
        possible.includes(actual),
        `no order of ${JSON.stringify(plans)} leads to\n${actual}\nbut only\n${possible.join('\n\n')}`,
      )
      const view = await commonView(stage)
      assert.deepEqual(
        view.map(({ id, backers }) => [id, backers]),
        evening.live.map(({ id, behind }) => [id, new Set(behind).size]),
      )
    }
    await assertQueueConsistent(world.sql)
    const truth = JSON.stringify(await commonView(stage))
    for (const { seen } of watchers) await untilSeen(seen, truth)
    for (const { leave } of watchers) leave()
  })
  // A failure names its seed; shrinking would repeat whole evenings for minutes.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
})
