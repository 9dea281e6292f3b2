/** `floor` is the C program beside this file; the others are servers of bench/fanout-server.ts. */
export type FanoutWay = 'floor' | 'ours' | 'ws' | 'socket.io'

/** Requests of the bench to the measured process. */
export type FanoutRequest = { kind: 'rest' } | { kind: 'cpu' } | { kind: 'tell'; turn: number }

/** Answers of that process. Times are of the machine's one monotonic clock, in nanoseconds. */
export type ServerReply =
  | { kind: 'listening'; port: number }
  | { kind: 'told'; at: string }
  /** After a garbage collection. */
  | { kind: 'rest'; rssBytes: number }
  | { kind: 'cpu'; ms: number }

export type FanoutOptions = {
  way: FanoutWay
  port: number
  listeners: number
  concerts: number
  /** Whether the listeners offer permessage-deflate, as every browser does. */
  deflate: boolean
  /**
   * The concerts of a running product that the listeners watch in turn, each from an address of its own; if absent, the
   * concerts of a server of this bench.
   */
  runningConcerts?: readonly { artistUsername: string; sessionId: string }[]
}

/** Messages of the listeners' process. */
export type FanoutResult =
  | { kind: 'ready' }
  | { kind: 'waiting' }
  | { kind: 'seen'; at: string; bytes: number }
  | { kind: 'failed'; why: string }
