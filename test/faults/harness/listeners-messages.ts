/** What a listeners process watches, and with how many connections of each kind. */
export type ListenersOptions = {
  port: number
  artistUsername: string
  sessionId: string
  /** Connections that read every frame and do nothing else. */
  lean: number
  /** Connections that register and never read again. */
  stalled: number
  /** Connections that reconnect after a loss by the page's own policy. */
  pages: number
}

/** Requests to it: when all have got an array with this text from now on; and the state of the pages. */
export type ListenersRequest =
  | { kind: 'expect'; text: string }
  | { kind: 'pages' }
  | { kind: 'stalled' }

/** Times are milliseconds of the machine's monotonic clock. */
export type ListenersReply =
  | { kind: 'ready' }
  | { kind: 'expecting' }
  | { kind: 'seen'; at: number }
  | { kind: 'pages'; live: number; liveAt: number[] }
  /** Local ports of the stalled connections, which do not notice when they are cut. */
  | { kind: 'stalled'; ports: number[] }
  | { kind: 'failed'; why: string }

/** The same clock in every process of the machine. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6
