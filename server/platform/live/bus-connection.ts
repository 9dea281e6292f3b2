/** One connection on which the processes of an installation hear each other, until it is lost. */
export type BusConnection = {
  /** Rejects where the others may not have heard it. */
  say(payloads: string[]): Promise<void>
  /** Settles, and never rejects, once the line hears nothing any more. */
  lost: Promise<void>
  /** At once, without asking the other side: it may be the one that stopped answering. */
  cut(): void
  close(): Promise<void>
}

/** Connects and listens; rejects where nobody answers within seconds. */
export type OpenLine = (hear: (payload: string) => void) => Promise<BusConnection>
