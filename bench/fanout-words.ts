/** `floor` is the C program beside this file; the others are servers of bench/fanout-server.ts. */
export type FanoutWay = 'floor' | 'ours' | 'ws' | 'socket.io'

/** What the bench says to the process under measure. */
export type FanoutRequest = { kind: 'rest' } | { kind: 'cpu' } | { kind: 'tell'; turn: number }

/** What that process answers. Times are of the machine's one monotonic clock, in nanoseconds. */
export type Served =
  | { kind: 'listening'; port: number }
  | { kind: 'told'; at: string }
  /** After the garbage is collected. */
  | { kind: 'rest'; rssBytes: number }
  | { kind: 'cpu'; ms: number }

export type FanoutOptions = {
  way: FanoutWay
  port: number
  listeners: number
  concerts: number
  /** Whether they offer permessage-deflate, as every browser does. */
  deflate: boolean
  /** The concerts of a running product that they watch in turn, each from an address of its own; without it the concerts of a server of this bench. */
  halls?: readonly { artistUsername: string; sessionId: string }[]
}

/** What the process of the listeners says. */
export type FanoutResult =
  | { kind: 'ready' }
  | { kind: 'waiting' }
  | { kind: 'seen'; at: string; bytes: number }
  | { kind: 'failed'; why: string }
