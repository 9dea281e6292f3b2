import type { Frame } from './frame.ts'

/** What an outlet needs of the TCP socket under a WebSocket. */
export type Wire = { readonly writableLength: number; write(bytes: Buffer): unknown }

/**
 * The way out to one listener. One who does not keep up is not written to but owed: of each kind of frame only the
 * latest, so that what waits for it is bounded by the limit and one frame of each kind, which are shared by all anyway.
 */
export type Outlet = {
  send(frame: Frame): void
  /** Pays what is owed if the wire has room again. */
  drain(): void
  /** Since when frames are owed, by `now`; null for a listener who keeps up. */
  owingSince(): number | null
  /** What is owed is of no interest any more: the listener turned to another concert. */
  forget(): void
}

export function makeOutlet(deps: { wire: Wire; mostBytes: number; now: () => number }): Outlet {
  const { wire, mostBytes, now } = deps
  const owed = new Map<Frame['kind'], Frame>()
  let owingSince: number | null = null

  return {
    send(frame) {
      if (owingSince === null && wire.writableLength <= mostBytes) {
        wire.write(frame.bytes)
        return
      }
      owingSince ??= now()
      owed.set(frame.kind, frame)
    },
    drain() {
      if (owingSince === null || wire.writableLength > mostBytes) return
      owingSince = null
      for (const { bytes } of owed.values()) wire.write(bytes)
      owed.clear()
    },
    owingSince: () => owingSince,
    forget: () => owed.clear(),
  }
}
