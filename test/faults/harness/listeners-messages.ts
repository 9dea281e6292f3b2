/** Who a process of listeners lets watch. */
export type ListenersOptions = {
  port: number
  artistUsername: string
  sessionId: string
  /** Follow every frame, and do nothing else. */
  lean: number
  /** Register, and never read again. */
  stalled: number
  /** Come back after a loss by the policy of the page itself. */
  pages: number
}

/** What is asked of it: who has seen an array with this text since now; and how the pages are. */
export type ListenersRequest =
  | { kind: 'expect'; text: string }
  | { kind: 'pages' }
  | { kind: 'stalled' }

/** Times are milliseconds of the machine's one clock that never steps back. */
export type ListenersReply =
  | { kind: 'ready' }
  | { kind: 'expecting' }
  | { kind: 'seen'; at: number }
  | { kind: 'pages'; live: number; liveAt: number[] }
  /** The ports of their ends; they themselves do not notice when they are cut. */
  | { kind: 'stalled'; ports: number[] }
  | { kind: 'failed'; why: string }

/** The same moment in every process of the machine. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6
