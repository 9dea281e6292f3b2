import { Refusal } from '../refusal.ts'
import { waiting } from './queue.ts'
import type { Entry, Queue } from './queue.ts'

/** The order that another one has let pass, by the id of its entry; when (ms since 1970), and which person let it. */
export type LetPass = { readonly entryId: string; readonly at: number; readonly by: string }

type Passing = Entry & {
  readonly behind: { readonly people: readonly string[]; readonly letPass?: LetPass | undefined }
}

const letOf = ({ behind }: Passing) => behind.letPass

/** Those that let another pass, the first one first. */
const passing = <E extends Passing>(orders: readonly E[]): readonly E[] =>
  orders
    .filter((entry) => letOf(entry) !== undefined)
    .toSorted((a, b) => (letOf(a)?.at ?? 0) - (letOf(b)?.at ?? 0))

/** Changes the places of an order and of the one right behind it, where `isPair` says so of the two. */
function swapped<E>(orders: readonly E[], at: number, isPair: (later: E) => boolean): readonly E[] {
  const [entry, later] = orders.slice(at, at + 2)
  if (entry === undefined || later === undefined || !isPair(later)) return orders
  return orders.toSpliced(at, 2, later, entry)
}

/**
 * Puts each order that let another pass right behind it, where the turn has placed it right before. So it stands one
 * place later than the turn would have it at most, and only as long as the other waits.
 */
export function withPasses<E extends Passing>(orders: readonly E[]): readonly E[] {
  return passing(orders).reduce(
    (before, entry) =>
      swapped(before, before.indexOf(entry), ({ id }) => id === letOf(entry)?.entryId),
    orders,
  )
}

/** Returns the orders as they stood before, so that the turn judges them as if nobody had let another pass. */
export function withoutPasses<E extends Passing>(orders: readonly E[]): readonly E[] {
  return passing(orders)
    .toReversed()
    .reduce((before, entry) => {
      const other = before.findIndex(({ id }) => id === letOf(entry)?.entryId)
      return other < 0 ? before : swapped(before, other, (later) => later === entry)
    }, orders)
}

/** Divides the orders: those that let one pass which is among the locked places now, and the others. Nobody comes between the two. */
export function behindLocked<E extends Passing>(
  orders: readonly E[],
  locked: readonly E[],
): { first: readonly E[]; rest: readonly E[] } {
  const ids = new Set(locked.filter(({ status }) => status === 'SCHEDULED').map(({ id }) => id))
  const isFirst = (entry: E) => ids.has(letOf(entry)?.entryId ?? '')
  return { first: orders.filter(isFirst), rest: orders.filter((entry) => !isFirst(entry)) }
}

const NOT_WAITING = 'Пропустить вперёд можно, пока песня ждёт в заказах'
const OTHERS_TOO = 'Эту песню заказали и другие: пропустить вперёд нельзя'
const NOBODY = 'За вашей песней пока никого нет'

/** Why this order cannot let the next one pass, or the next one. */
function nextOrder<E extends Passing>(queue: Queue<E>, entryId: string): E | string {
  const orders = waiting(queue).filter(({ status }) => status === 'SCHEDULED')
  const at = orders.findIndex(({ id }) => id === entryId)
  const entry = orders[at]
  if (entry === undefined) return NOT_WAITING
  if (entry.behind.people.filter((person) => !person.startsWith('+')).length > 1) return OTHERS_TOO
  return orders[at + 1] ?? NOBODY
}

/** Whether its only orderer may let the next order pass. */
export function mayLetPass(queue: Queue<Passing>, entryId: string): boolean {
  return typeof nextOrder(queue, entryId) !== 'string'
}

/**
 * «Пропустить вперёд»: the order and the next one change their places, whoever stands between them, and nothing else
 * moves. `passed` is the one that is before it now. Refuses ILLEGAL_STEP.
 */
export function letPass<E extends Passing>(
  queue: Queue<E>,
  entryId: string,
  { at, by }: Pick<LetPass, 'at' | 'by'>,
): { readonly queue: Queue<E>; readonly passed: E } {
  const passed = nextOrder(queue, entryId)
  if (typeof passed === 'string') throw new Refusal('ILLEGAL_STEP', passed)
  const entry = queue.find(({ id }) => id === entryId)
  const stays = entry && {
    ...entry,
    behind: { ...entry.behind, letPass: { entryId: passed.id, at, by } },
  }
  return {
    queue: queue.map((one) => (one === entry ? passed : one === passed ? (stays ?? one) : one)),
    passed,
  }
}

/** Refuses ILLEGAL_STEP for a share, and for a person who has let somebody pass this evening already. */
export function admitLetPass({ share, used }: { share: boolean; used: boolean }): void {
  if (share) throw new Refusal('ILLEGAL_STEP', 'Это песня другого гостя: пропускать решает он')
  if (used) throw new Refusal('ILLEGAL_STEP', 'Пропустить вперёд можно один раз за вечер')
}
