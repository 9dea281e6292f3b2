import type { Deed, Press } from './press.ts'

/** As long as its toast stands, a press that sends money back can be taken back (ms). */
export const HELD_MS = 5000

/** What a deed that is pressed at `at` (ms since 1970) carries: the end of its hold, if it is held at all. */
export function holdOf({ kind }: Deed, at: number): Pick<Press, 'heldUntil'> {
  return kind === 'skip' ? { heldUntil: at + HELD_MS } : {}
}

/** Whether a press may not leave yet, by a clock in ms since 1970. */
export function isHeld({ at, sent, heldUntil }: Press, now: number): boolean {
  // A press of the future was made before the clock was set back, nobody knows how long ago.
  return !sent && heldUntil !== undefined && at <= now && now < heldUntil
}

/** The press that may go out now: the first one, as none overtakes another; undefined: it is held, or there is none. */
export function firstFree([first]: readonly Press[], now: number): Press | undefined {
  return first !== undefined && isHeld(first, now) ? undefined : first
}

/** The presses with none of them held any longer. */
export function letGo(presses: readonly Press[], now: number): readonly Press[] {
  return presses.map((press) => (isHeld(press, now) ? { ...press, heldUntil: now } : press))
}
