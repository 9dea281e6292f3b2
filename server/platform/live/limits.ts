/** The bounds of the live channel. Times in milliseconds, by the clock that is passed in. */
export type LiveLimits = {
  /** Sockets of this process; one more is answered 503. One network gets half of what the others leave. */
  sockets: number
  /** Beyond them, for pads alone, and how many of these are for one artist. */
  pads: number
  padsOfArtist: number
  /** How many tokens of pads are looked up at one moment. */
  padChecks: number
  /** New sockets from one network: a whole venue may be behind one, so this is a rate and never a small total. */
  newPerSecond: number
  newAtOnce: number
  messageBytes: number
  messagesPerMinute: number
  registerWithinMs: number
  silentMs: number
  /** How many bytes may wait in one socket, and for how long more than that. */
  waitingBytes: number
  slowMs: number
  /** Time limit for the other side to complete a close. */
  closingMs: number
  /** How often all sockets are checked. */
  sweepMs: number
  /**
   * The rate at which a stopping process closes its sockets, and the longest duration: the next one gets no storm, and
   * the clients closed first have not failed twice before it is up.
   */
  restartClosesPerSecond: number
  restartCloseMs: number
}

export const LIVE_LIMITS: LiveLimits = {
  sockets: 20_000,
  pads: 512,
  padsOfArtist: 8,
  padChecks: 16,
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
