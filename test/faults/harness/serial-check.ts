import { outcomeText, serialStep, serialSteps } from '#test/support/database/serial-run.ts'
import type { SerialCommand, SerialEvening } from '#test/support/database/serial-run.ts'
import type { ConcertAction } from './concert-actions.ts'
import type { HistoryOperation } from './history.ts'

type Done = HistoryOperation<ConcertAction>

/** Number of states searched before the result is `undecided`. */
const MOST_STATES = 100_000

/** A refusal before anything was read says nothing about the queue. */
const NEVER_BEGAN = new Set(['TOO_MANY'])

type Explained =
  | {
      readonly kind: 'explained'
      /** Operations of unknown outcome that had not landed by then. */ readonly open: readonly Done[]
    }
  | { readonly kind: 'impossible' }
  | { readonly kind: 'undecided' }

/** The action as a command of the serial run. */
function inModel(action: ConcertAction): SerialCommand {
  if (action.kind === 'order') return { kind: 'order', phone: action.phone, songId: action.songId }
  if (action.kind === 'next')
    return { kind: 'next', songId: action.songId, expectsNow: action.expectedNowId !== undefined }
  if (action.kind === 'out') {
    const { askId: _, ...command } = action
    return command
  }
  return action
}

const nowIdOf = (action: ConcertAction) =>
  action.kind === 'next' ? (action.expectedNowId ?? null) : null

/** The evening as one text, without the ids that were not there at its beginning. */
export function eveningText(evening: SerialEvening, known: ReadonlySet<string>): string {
  return outcomeText({ accepted: [], evening: { ...evening, over: [], off: [] } }, known)
}

/**
 * Whether these operations lead from `before` to the evening of the text `after` in some order consistent with what was
 * observed: each takes effect at one moment between its start and its end, accepted if its client was told so, refused
 * if it was told so. One of unknown outcome may have been either, or may land later. Entries with one `arrivedAt` may
 * have come in any order.
 */
export function explain(
  before: SerialEvening,
  operations: readonly Done[],
  after: string,
): Explained {
  const processed = operations.filter(({ code }) => code === null || !NEVER_BEGAN.has(code))
  const sure = processed.filter(({ outcome }) => outcome !== 'info')
  const unsure = processed.filter(({ outcome }) => outcome === 'info')
  const all = [...sure.toSorted((a, b) => a.endedMs - b.endedMs), ...unsure]
  const lateness = all.map((one) => (one.outcome === 'info' ? Infinity : one.endedMs))
  const known = new Set(before.live.map(({ id }) => id))
  const met = new Set<string>()

  /** Returns the operations that landed, or null. `done` has a bit for each. */
  function search(evening: SerialEvening, done: bigint): bigint | null | 'undecided' {
    const text = eveningText(evening, known)
    const finished = sure.every((_, index) => (done >> BigInt(index)) & 1n)
    if (finished && text === after) return done
    const state = `${done} ${text}`
    if (met.has(state)) return null
    if (met.size >= MOST_STATES) return 'undecided'
    met.add(state)
    // No operation may take effect before one that ended before it began.
    const horizon = Math.min(...lateness.filter((_, index) => !((done >> BigInt(index)) & 1n)))
    for (const [index, one] of all.entries()) {
      if ((done >> BigInt(index)) & 1n || one.invokedMs > horizon) continue
      const step = [evening, inModel(one.action), nowIdOf(one.action)] as const
      const accepted = serialStep(...step) !== null
      if (one.outcome !== 'info' && accepted !== (one.outcome === 'ok')) continue
      // One of unknown outcome that would be refused changes nothing, so it need not be tried.
      if (one.outcome === 'info' && !accepted) continue
      for (const next of accepted ? serialSteps(...step) : [evening]) {
        const found = search(next, done | (1n << BigInt(index)))
        if (found !== null) return found
      }
    }
    return null
  }

  const found = search(before, 0n)
  if (found === 'undecided') return { kind: 'undecided' }
  if (found === null) return { kind: 'impossible' }
  return {
    kind: 'explained',
    open: all.filter((one, at) => one.outcome === 'info' && !((found >> BigInt(at)) & 1n)),
  }
}
