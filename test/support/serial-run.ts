import { admitCancel } from '#domain/my-order.ts'
import { admitFreeOrder } from '#domain/order.ts'
import * as rules from '#domain/queue.ts'
import type { Entry, QueueStep } from '#domain/queue.ts'
import { Refusal } from '#domain/refusal.ts'

/** What one hand does: a telephone in the hall by its number, or the artist. */
export type SerialCommand =
  | { readonly kind: 'order'; readonly phone: number; readonly songId: string }
  /** One of the telephone's orders, which stood behind this entry when all began. */
  | {
      readonly kind: 'cancel'
      readonly orderId: string
      readonly phone: number
      readonly entryId: string
    }
  | { readonly kind: 'next'; readonly songId: string | null; readonly knowing: boolean }
  | { readonly kind: 'queued' | 'back' | 'skipped' | 'top' | 'up'; readonly songId: string }
  | {
      readonly kind: 'list'
      readonly songIds: readonly string[]
      /** What its editor saw; null: he says nothing of it. */
      readonly knownIds: readonly string[] | null
    }

/** An entry with the telephones whose orders stand behind it, and whether an order brought it. */
export type Backed = Entry & { readonly behind: readonly number[]; readonly brought: boolean }

/** Everything of one concert: what is alive, in order, what is over, and which orders were taken off meanwhile. */
export type SerialEvening = {
  readonly live: readonly Backed[]
  readonly over: readonly Backed[]
  readonly off: readonly string[]
}

/** What each deed came to, and the evening after all of them. */
export type SerialOutcome = {
  readonly accepted: readonly boolean[]
  readonly evening: SerialEvening
}

/** What may come of deeds that were done at the same moment: one outcome for each order they can be put in. */
export function serialRuns(
  evening: SerialEvening,
  deeds: readonly SerialCommand[],
): SerialOutcome[] {
  const nowId = rules.nowOf(evening.live)?.id ?? null
  return ordersOf(deeds.length).map((order) => {
    const accepted: boolean[] = deeds.map(() => false)
    let current = evening
    for (const index of order) {
      const deed = deeds[index]
      const after = deed === undefined ? null : serialStep(current, deed, nowId)
      accepted[index] = after !== null
      current = after ?? current
    }
    return { accepted, evening: current }
  })
}

/** One text for one outcome; the ids of entries that are not `known` say nothing. */
export function outcomeText(
  { accepted, evening }: SerialOutcome,
  known: ReadonlySet<string>,
): string {
  const line = (entry: Backed) => {
    const id = known.has(entry.id) ? entry.id : 'new'
    return `${id} ${entry.songId} ${entry.status} ${entry.behind.toSorted((a, b) => a - b).join()}`
  }
  const over = evening.over.map(line).toSorted()
  return [accepted.join(), ...evening.live.map(line), 'over:', ...over].join('\n')
}

/** The evening after this deed; null where it is refused. `nowId` is what who knows believes to play. */
export function serialStep(
  evening: SerialEvening,
  deed: SerialCommand,
  nowId: string | null,
): SerialEvening | null {
  try {
    if (deed.kind === 'order') return ordered(evening, deed.phone, deed.songId)
    if (deed.kind === 'cancel') return takenOff(evening, deed)
    return stepped(evening, byHand(evening.live, deed, nowId))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function stepped(evening: SerialEvening, { queue, closed }: QueueStep<Backed>): SerialEvening {
  return { ...evening, live: queue, over: [...evening.over, ...closed] }
}

function takenOff(
  evening: SerialEvening,
  { orderId, phone, entryId }: Extract<SerialCommand, { kind: 'cancel' }>,
): SerialEvening {
  if (evening.off.includes(orderId)) return evening
  const entry = [...evening.live, ...evening.over].find(({ id }) => id === entryId)
  if (entry === undefined) throw new Error('an entry is lost')
  admitCancel(entry.status)
  const without = { ...entry, behind: entry.behind.toSpliced(entry.behind.indexOf(phone), 1) }
  const live = evening.live.map((one) => (one.id === entryId ? without : one))
  const after = { ...evening, live, off: [...evening.off, orderId] }
  if (without.behind.length > 0 || !entry.brought) return after
  return stepped(after, rules.withdraw(live, entryId))
}

function ordered(evening: SerialEvening, phone: number, songId: string): SerialEvening {
  const { live } = evening
  const mine = rules.waiting(live).flatMap((entry) => entry.behind.filter((one) => one === phone))
  admitFreeOrder(mine.length)
  const { queue, entry, joined } = rules.placeOrder(live, fresh(songId))
  const brought = entry.brought || !joined
  const backed = { ...entry, behind: [...entry.behind, phone], brought }
  return { ...evening, live: queue.map((one) => (one.id === entry.id ? backed : one)) }
}

const BY_SONG = {
  queued: (live: readonly Backed[], songId: string) => rules.changeStatus(live, songId, 'QUEUED'),
  back: (live: readonly Backed[], songId: string) => rules.backToOrders(live, songId),
  skipped: (live: readonly Backed[], songId: string) => rules.changeStatus(live, songId, 'SKIPPED'),
  top: rules.moveToTop<Backed>,
  up: rules.moveOneUp<Backed>,
}

function byHand(
  live: readonly Backed[],
  deed: Exclude<SerialCommand, { kind: 'order' | 'cancel' }>,
  nowId: string | null,
): QueueStep<Backed> {
  if (deed.kind === 'list') {
    return deed.knownIds === null
      ? rules.setScheduled(live, deed.songIds, fresh)
      : rules.mergeScheduled(live, deed.songIds, deed.knownIds, fresh)
  }
  if (deed.kind !== 'next') return BY_SONG[deed.kind](live, deed.songId)
  const expected = deed.knowing ? { expectedNowId: nowId } : {}
  return rules.playNext(live, { songId: deed.songId, ...expected })
}

let made = 0

function fresh(songId: string): Backed {
  made += 1
  return { id: `new-${made}`, songId, status: 'SCHEDULED', behind: [], brought: false }
}

function ordersOf(count: number): number[][] {
  if (count === 0) return [[]]
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  )
}
