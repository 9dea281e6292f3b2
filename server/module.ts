import type { FastifyInstance } from 'fastify'
import type { LiveSessionEvent } from '#contract/live.ts'
import type { Context } from './context.ts'
import type { FirstLook } from './platform/http/page-calls.ts'
import type { Done, RequestCaller, Route } from './platform/http/route.ts'
import type { ClockWakes } from './platform/jobs/clock.ts'
import type { MoneyInQuestion } from './platform/metrics/business-metrics.ts'

/** Repeated work of a module, in every process; what must be done once is claimed in the database (platform/jobs). */
type Job = {
  readonly everyMs: number
  /** `stopping`: end early where that is possible. */
  run(ctx: Context, stopping: AbortSignal): Promise<unknown>
  /** Emits where there is work at once. */
  readonly wakes?: (ctx: Context) => ClockWakes
  /** All that wakes it within so many ms is served by one run. */
  readonly restMs?: number
}

type Shown = Partial<Omit<LiveSessionEvent, 'type' | 'listeners'>>

/** All that the process has to know of a module. */
export type Module = {
  /** Its answers to the calls of the contract. */
  readonly routes?: (ctx: Context) => readonly Route[]
  /** What is no call of the contract: feeds, pictures, pages for other sites. */
  readonly serve?: (http: FastifyInstance, ctx: Context) => void | Promise<void>
  /** Returns the caller of a bearer token; null for one that this module did not give. */
  readonly authenticate?: (ctx: Context, token: string) => Promise<RequestCaller | null>
  /** Returns the id of the concert that a watcher of the live channel names by unchecked input; null where he may not come in. */
  readonly findConcert?: (
    ctx: Context,
    artistUsername: string,
    concertId: string,
    pass?: string,
    isPad?: boolean,
  ) => Promise<string | null>
  /** What the live channel shows of it beside a concert's status, by the concert's id. */
  readonly shown?: (
    ctx: Context,
    concertIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Shown>>
  /** Where a map starts for the visitor with this address. */
  readonly firstLook?: (ctx: Context, address: string) => Promise<FirstLook | null>
  /** The money that needs a person, for the metrics. */
  readonly moneyInQuestion?: (ctx: Context) => Promise<MoneyInQuestion>
  /** Called for each call that was answered and was not only a read, before the response is sent. */
  readonly afterCall?: (ctx: Context, call: Done) => void
  /** Before the process listens. */
  readonly start?: (ctx: Context) => Promise<unknown>
  readonly jobs?: readonly Job[]
  /** Erases what is kept for a limited time (docs/security.md); each runs although another failed. */
  readonly forget?: readonly ((ctx: Context) => Promise<unknown>)[]
  /** Stores what this process still keeps in memory; nothing is served any more. */
  readonly close?: (ctx: Context) => Promise<void>
}
