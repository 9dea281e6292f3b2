/** The bounds of the live channel. Times in milliseconds, by the clock that is handed in. */
export type LiveLimits = {
  /** Sockets of this process; one more is answered 503. */
  sockets: number
  /** New sockets from one address: a whole hall may stand behind one, so this is a rate and never a small total. */
  newPerSecond: number
  newAtOnce: number
  messageBytes: number
  messagesPerMinute: number
  registerWithinMs: number
  silentMs: number
  /** What may wait in one socket, and for how long more than that. */
  waitingBytes: number
  slowMs: number
  /** How long the other side may take to close what is being closed. */
  closingMs: number
  /** How often all sockets are looked at. */
  sweepMs: number
  /**
   * So fast a stopping process says good-bye, and over so long at most: the next one is not stormed, and
   * who is told first has not tried twice in vain before it is there.
   */
  restartClosesPerSecond: number
  restartCloseMs: number
}

export const LIVE_LIMITS: LiveLimits = {
  sockets: 20_000,
  newPerSecond: 1_000,
  newAtOnce: 10_000,
  messageBytes: 4 * 1024,
  messagesPerMinute: 100,
  registerWithinMs: 10_000,
  silentMs: 75_000,
  waitingBytes: 256 * 1024,
  slowMs: 5_000,
  closingMs: 2_000,
  sweepMs: 1_000,
  restartClosesPerSecond: 2_000,
  restartCloseMs: 3_000,
}
