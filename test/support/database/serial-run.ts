import { arrange, ownRunWith, rearrange } from '#domain/queue/arrangement.ts'
import { putWinner } from '#domain/queue/battle.ts'
import { admitFreeOrder, admitReception } from '#domain/queue/admission.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { admitLetPass, letPass } from '#domain/queue/let-pass.ts'
import type { LetPass } from '#domain/queue/let-pass.ts'
import { admitCancel } from '#domain/queue/my-order.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import * as queueSteps from '#domain/queue/queue-steps.ts'
import type { Entry } from '#domain/queue/queue.ts'
import type { QueueStep } from '#domain/queue/queue-steps.ts'
import { Refusal } from '#domain/refusal.ts'

/** The rules that decide whether an order is accepted, and where it stands; all orders here are free. */
export type SerialRules = Pick<
  EveningRules,
  'lastCall' | 'freeWaiting' | 'turn' | 'lock' | 'orderAfter'
>

/** One action: of a listener's phone, by its number, or of the artist. */
export type SerialCommand =
  | { readonly kind: 'order'; readonly phone: number; readonly songId: string }
  /** One of the phone's orders, which stood behind this entry at the start. */
  | {
      readonly kind: 'cancel'
      readonly orderId: string
      readonly phone: number
      readonly entryId: string
    }
  /** «Пропустить вперёд» with such an order. */
  | {
      readonly kind: 'pass'
      readonly orderId: string
      readonly phone: number
      readonly entryId: string
    }
  /** The artist takes out the phone's orders behind these entries; `orderIds`: those that stood at the start. */
  | {
      readonly kind: 'out'
      readonly phone: number
      readonly entryIds: readonly string[]
      readonly orderIds: readonly string[]
    }
  | { readonly kind: 'next'; readonly songId: string | null; readonly expectsNow: boolean }
  /** Omitted rules stay unchanged. */
  | { readonly kind: 'rules'; readonly rules: Partial<SerialRules> }
  | { readonly kind: 'queued' | 'back' | 'skipped' | 'top' | 'up'; readonly songId: string }
  /** A battle ends, and this song has won it. */
  | { readonly kind: 'won'; readonly songId: string }
  | {
      readonly kind: 'list'
      readonly songIds: readonly string[]
      /** The songs that the editor saw; null where they are not sent. */
      readonly knownIds: readonly string[] | null
    }

/** An entry with the phones whose orders stand behind it, whether an order created it, and when it arrived (ms). */
export type Backed = Entry & {
  readonly behind: readonly number[]
  readonly brought: boolean
  readonly arrivedAt: number
  /** Of the order behind it that let another pass. */
  readonly letPass?: LetPass | undefined
}

/** The state of one concert: its live entries in order, its closed ones, and the orders that were taken off meanwhile. */
export type SerialEvening = {
  readonly live: readonly Backed[]
  readonly over: readonly Backed[]
  readonly off: readonly string[]
  /** The orders that let another pass, with their phones; omitted: none. */
  readonly passes?: readonly { readonly orderId: string; readonly phone: number }[]
  readonly rules: SerialRules
  /** The number of own songs played in a row. */
  readonly ownRun: number
  /** The server's clock, which stands still meanwhile (ms). */
  readonly now: number
}

/** Whether each action was accepted, and the evening after all of them. */
type SerialOutcome = {
  readonly accepted: readonly boolean[]
  readonly evening: SerialEvening
}

/** Returns the possible outcomes of simultaneous actions: one for each order in which they can run. */
export function serialRuns(
  evening: SerialEvening,
  actions: readonly SerialCommand[],
): SerialOutcome[] {
  const nowId = nowOf(evening.live)?.id ?? null
  return [...permutations([...actions.entries()])].map((order) => {
    const accepted: boolean[] = actions.map(() => false)
    let current = evening
    for (const [index, action] of order) {
      const after = serialStep(current, action, nowId)
      accepted[index] = after !== null
      current = after ?? current
    }
    return { accepted, evening: current }
  })
}

/** Serializes an outcome for comparison; the ids of entries that are not `known` are masked. */
export function outcomeText(
  { accepted, evening }: SerialOutcome,
  known: ReadonlySet<string>,
): string {
  const maskOf = (id: string) => (known.has(id) ? id : 'new')
  const line = (entry: Backed) => {
    const id = maskOf(entry.id)
    const letOne = entry.letPass === undefined ? '' : ` passed ${maskOf(entry.letPass.entryId)}`
    return `${id} ${entry.songId} ${entry.status} ${entry.behind.toSorted((a, b) => a - b).join()}${letOne}`
  }
  const over = evening.over.map(line).toSorted()
  const { lastCall, freeWaiting, turn, lock, orderAfter } = evening.rules
  const taken = `${lastCall} ${freeWaiting} ${turn} ${lock} ${orderAfter} ${orderAfter === null ? '' : evening.ownRun}`
  return [accepted.join(), taken, ...evening.live.map(line), 'over:', ...over].join('\n')
}

/** Returns the evening after this action; null where it is refused. `nowId` is the entry that a «next» with `expectsNow` expects to be NOW. */
export function serialStep(
  evening: SerialEvening,
  action: SerialCommand,
  nowId: string | null,
): SerialEvening | null {
  try {
    if (action.kind === 'rules') return switched(evening, action.rules)
    return withArrangement(stepOf(evening, action, nowId), arrange)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * The same where the order of entries with one `arrivedAt` is unknown: yields every possible evening after the action,
 * none where it is refused. Only a switch of the turn depends on that order.
 */
export function* serialSteps(
  evening: SerialEvening,
  action: SerialCommand,
  nowId: string | null,
): Generator<SerialEvening> {
  const { turn } = evening.rules
  const switches = action.kind === 'rules' && (action.rules.turn ?? turn) !== turn
  const cameAt = new Map(evening.live.map(({ id, arrivedAt }) => [id, arrivedAt]))
  for (const live of switches ? arrivalsOf(evening.live) : [evening.live]) {
    const after = serialStep({ ...evening, live }, action, nowId)
    if (after === null) return
    const withArrival = (entry: Backed) => ({
      ...entry,
      arrivedAt: cameAt.get(entry.id) ?? evening.now,
    })
    yield { ...after, live: after.live.map(withArrival) }
  }
}

/** Yields the entries for every possible order of those with one `arrivedAt`, as fractions added to that time. */
function* arrivalsOf(live: readonly Backed[]): Generator<readonly Backed[]> {
  const scheduled = live.filter(({ status }) => status === 'SCHEDULED')
  yield* untied(live, [...Map.groupBy(scheduled, ({ arrivedAt }) => arrivedAt).values()])
}

function* untied(
  live: readonly Backed[],
  [tied, ...ties]: readonly (readonly Backed[])[],
): Generator<readonly Backed[]> {
  if (tied === undefined) {
    yield live
    return
  }
  for (const order of permutations(tied)) {
    const partOf = new Map(order.map(({ id }, at) => [id, at / order.length]))
    const parted = live.map((entry) => ({
      ...entry,
      arrivedAt: entry.arrivedAt + (partOf.get(entry.id) ?? 0),
    }))
    yield* untied(parted, ties)
  }
}

function stepOf(
  evening: SerialEvening,
  action: Exclude<SerialCommand, { kind: 'rules' }>,
  nowId: string | null,
): SerialEvening {
  if (action.kind === 'order') return ordered(evening, action.phone, action.songId)
  if (action.kind === 'cancel') return takenOff(evening, action)
  if (action.kind === 'pass') return passed(evening, action)
  if (action.kind === 'out') return takenOut(evening, action)
  return stepped(evening, byHand(evening, action, nowId))
}

function switched(evening: SerialEvening, changed: Partial<SerialRules>): SerialEvening {
  const after = { ...evening, rules: { ...evening.rules, ...changed } }
  return withArrangement(after, (queue, by) => rearrange(queue, by, evening.rules))
}

/** Arranges the waiting entries by the turn; each phone is a person. */
function withArrangement(evening: SerialEvening, arrangeWith: typeof arrange): SerialEvening {
  const byId = new Map(evening.live.map((entry) => [entry.id, entry]))
  const rules = { ...evening.rules, ownRun: evening.ownRun }
  const live = arrangeWith(songsOf(evening), rules).flatMap(({ id }) => byId.get(id) ?? [])
  return { ...evening, live }
}

function songsOf({ live }: SerialEvening) {
  return live.map(({ behind, arrivedAt, letPass: earlier, ...entry }) => {
    const people = [...new Set(behind)].map(String)
    return { ...entry, behind: { people, amount: 0, arrivedAt, letPass: earlier } }
  })
}

function passed(
  evening: SerialEvening,
  { orderId, phone, entryId }: Extract<SerialCommand, { kind: 'pass' }>,
): SerialEvening {
  const passes = evening.passes ?? []
  if (passes.some((one) => one.orderId === orderId)) return evening
  admitLetPass({ share: false, used: passes.some((one) => one.phone === phone) })
  const standing = evening.off.includes(orderId) ? '' : entryId
  const by = { at: evening.now, by: String(phone) }
  const { queue } = letPass(songsOf(evening), standing, by)
  const byId = new Map(evening.live.map((entry) => [entry.id, entry]))
  const live = queue.flatMap(({ id, behind }) => {
    const entry = byId.get(id)
    return entry === undefined ? [] : { ...entry, letPass: behind.letPass }
  })
  return { ...evening, live, passes: [...passes, { orderId, phone }] }
}

/** The entry without an order of this phone. */
function without(entry: Backed, phone: number): Backed {
  const behind = entry.behind.toSpliced(entry.behind.indexOf(phone), 1)
  const { letPass: earlier, ...rest } = entry
  return {
    ...rest,
    behind,
    ...(earlier !== undefined && earlier.by !== String(phone) && { letPass: earlier }),
  }
}

function takenOut(
  evening: SerialEvening,
  { phone, entryIds, orderIds }: Extract<SerialCommand, { kind: 'out' }>,
): SerialEvening {
  const his = waiting(evening.live).filter(
    ({ id, behind }) => entryIds.includes(id) && behind.includes(phone),
  )
  const ids = new Set(his.map(({ id }) => id))
  const live = evening.live.map((entry) => (ids.has(entry.id) ? without(entry, phone) : entry))
  let after: SerialEvening = { ...evening, live, off: [...evening.off, ...orderIds] }
  for (const id of ids) {
    const entry = after.live.find((one) => one.id === id)
    if (entry?.behind.length === 0 && entry.brought)
      after = stepped(after, queueSteps.withdraw(after.live, id))
    after = withArrangement(after, arrange)
  }
  return after
}

function stepped(evening: SerialEvening, { queue, closed }: QueueStep<Backed>): SerialEvening {
  const began = nowOf(queue)
  const statusBefore = evening.live.find(({ id }) => id === began?.id)?.status ?? 'NOW'
  const ownRun = statusBefore === 'NOW' ? evening.ownRun : ownRunWith(evening.ownRun, statusBefore)
  return { ...evening, live: queue, over: [...evening.over, ...closed], ownRun }
}

function takenOff(
  evening: SerialEvening,
  { orderId, phone, entryId }: Extract<SerialCommand, { kind: 'cancel' }>,
): SerialEvening {
  if (evening.off.includes(orderId)) return evening
  const entry = [...evening.live, ...evening.over].find(({ id }) => id === entryId)
  if (entry === undefined) throw new Error('an entry is lost')
  admitCancel(entry.status)
  const left = without(entry, phone)
  const live = evening.live.map((one) => (one.id === entryId ? left : one))
  const after = { ...evening, live, off: [...evening.off, orderId] }
  if (left.behind.length > 0 || !entry.brought) return after
  return stepped(after, queueSteps.withdraw(live, entryId))
}

function ordered(evening: SerialEvening, phone: number, songId: string): SerialEvening {
  const { live } = evening
  admitReception(evening.rules)
  // The same song once more, while it waits, is the first order.
  if (waiting(live).some((one) => one.songId === songId && one.behind.includes(phone)))
    return evening
  const mine = waiting(live).flatMap((entry) => entry.behind.filter((one) => one === phone))
  admitFreeOrder(mine.length, evening.rules.freeWaiting)
  const { queue, entry, joined } = queueSteps.placeOrder(live, fresh(songId, evening.now))
  const brought = entry.brought || !joined
  const backed = { ...entry, behind: [...entry.behind, phone], brought }
  return { ...evening, live: queue.map((one) => (one.id === entry.id ? backed : one)) }
}

const BY_SONG = {
  queued: (live: readonly Backed[], songId: string) =>
    queueSteps.changeStatus(live, songId, 'QUEUED'),
  back: (live: readonly Backed[], songId: string) => queueSteps.backToOrders(live, songId),
  skipped: (live: readonly Backed[], songId: string) =>
    queueSteps.changeStatus(live, songId, 'SKIPPED'),
  top: queueSteps.moveToTop<Backed>,
  up: queueSteps.moveOneUp<Backed>,
  won(live: readonly Backed[], songId: string, now: number) {
    const { queue, closed } = putWinner(live, fresh(songId, now))
    const first = queue.find(({ status }) => status === 'QUEUED')
    // The artist's own from then on.
    return { closed, queue: queue.map((one) => (one === first ? { ...one, brought: false } : one)) }
  },
}

function byHand(
  { live, now }: SerialEvening,
  action: Exclude<SerialCommand, { kind: 'order' | 'cancel' | 'pass' | 'out' | 'rules' }>,
  nowId: string | null,
): QueueStep<Backed> {
  if (action.kind === 'list') {
    const add = (songId: string) => fresh(songId, now)
    return action.knownIds === null
      ? queueSteps.setScheduled(live, action.songIds, add)
      : queueSteps.mergeScheduled(live, action.songIds, action.knownIds, add)
  }
  if (action.kind !== 'next') return BY_SONG[action.kind](live, action.songId, now)
  const expected = action.expectsNow ? { expectedNowId: nowId } : {}
  return queueSteps.playNext(live, { songId: action.songId, ...expected })
}

let made = 0

function fresh(songId: string, arrivedAt: number): Backed {
  made += 1
  return { id: `new-${made}`, songId, status: 'SCHEDULED', behind: [], brought: false, arrivedAt }
}

function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) {
    yield items
    return
  }
  for (const [at, first] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [first, ...rest]
}
