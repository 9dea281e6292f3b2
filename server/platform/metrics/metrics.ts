import { readFileSync, readdirSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LoadShedder } from '../load-shedding/load-shedder.ts'
import type { LoopWatch } from './event-loop-delay.ts'

/** Upper bounds in seconds. */
const SCREEN_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2, 5]
const TAP_SECONDS = [0.1, 0.3, 0.5, 1, 2, 5, 15, 60]
const ANSWER_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

const EMAIL_OUTCOMES = ['sent', 'refused', 'failed'] as const
const PUSH_OUTCOMES = ['sent', 'gone', 'refused', 'down', 'unreached', 'silent'] as const
type OrderKind = 'free' | 'paid' | 'tip'
export type QueryFailure = 'lost' | 'conflict' | 'refused' | 'other'

export type Metrics = ReturnType<typeof makeMetrics>

/**
 * The metrics of one process. Every application of a process has its own, and every label takes its values from a list
 * of ours: a client cannot create a new one.
 */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name: `bis_${name}`, help, labelNames, registers })

  const screen = new Histogram({
    name: 'bis_order_to_screen_seconds',
    help: 'From the call that changed a queue, come in on any process, to its frame written to the last watcher here',
    buckets: SCREEN_SECONDS,
    registers,
  })
  const taps = new Histogram({
    name: 'bis_tap_to_pad_seconds',
    help: 'From the press of a free order, as the phone tells it, to the confirmation of a pad of this process',
    buckets: TAP_SECONDS,
    registers,
  })
  const answers = new Histogram({
    name: 'bis_answer_seconds',
    help: 'Requests by the template of their route and the class of their status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: ANSWER_SECONDS,
    registers,
  })
  const frames = counter('frames_total', 'Frames with a queue that were written to watchers')
  const orders = counter('orders_total', 'Orders and tips that were taken in', ['kind'])
  const changes = counter('queue_changes_total', 'What artists did with their queues', ['change'])
  const refusals = counter('refusals_total', 'Refusals in words, by their code', ['code'])
  const bugs = counter('bugs_total', 'Answers 500: each is a line of the log')
  const slow = counter('slow_answers_total', 'Answers that took over a second')
  const shed = counter('shed_total', 'Requests refused under overload', ['kind'])
  const mail = counter('emails_total', 'E-mails by outcome', ['outcome'])
  const pushes = counter('push_total', 'Push messages, by what became of them', ['outcome'])
  const queries = counter('query_failures_total', 'Statements that failed', ['kind'])
  for (const kind of ['free', 'paid', 'tip']) orders.inc({ kind }, 0)
  for (const outcome of EMAIL_OUTCOMES) mail.inc({ outcome }, 0)
  for (const outcome of PUSH_OUTCOMES) pushes.inc({ outcome }, 0)
  for (const kind of ['lost', 'conflict', 'refused', 'other']) queries.inc({ kind }, 0)

  let bugCount = 0

  return {
    registry,

    /** A queue was sent to all its watchers of this process, `ms` after the call that changed it arrived. */
    onSent({ ms, watchers }: { ms: number; watchers: number }): void {
      screen.observe(ms / 1000)
      frames.inc(watchers)
    },
    onArrived: (ms: number) => taps.observe(ms / 1000),
    answered(of: { method: string; route: string; status: number; ms: number }): void {
      const status = `${Math.floor(of.status / 100)}xx`
      answers.observe({ method: of.method, route: of.route, status }, of.ms / 1000)
      if (of.status !== 500) return
      bugs.inc()
      bugCount += 1
    },
    /** Answers 500 since the start. */
    bugCount: () => bugCount,
    slow: () => slow.inc(),
    ordered: (kind: OrderKind) => orders.inc({ kind }),
    changed: (change: string) => changes.inc({ change }),
    refused: (code: string) => refusals.inc({ code }),
    shed: (kind: string) => shed.inc({ kind }),
    mailed: (outcome: (typeof EMAIL_OUTCOMES)[number]) => mail.inc({ outcome }),
    pushed: (outcome: (typeof PUSH_OUTCOMES)[number]) => pushes.inc({ outcome }),
    queryFailed: (kind: QueryFailure) => queries.inc({ kind }),

    /** A gauge that is read on each scrape; left out while `read` returns null. */
    gauge(name: string, help: string, read: () => number | null): void {
      const gauge: Gauge = new Gauge({
        name: `bis_${name}`,
        help,
        registers,
        collect() {
          const value = read()
          if (value === null) gauge.remove()
          else gauge.set(value)
        },
      })
    },
    /** The same for several values under one name, distinguished by `label`. */
    gauges(
      name: string,
      help: string,
      label: string,
      read: () => Readonly<Record<string, number>> | null,
    ): void {
      const gauge: Gauge = new Gauge({
        name: `bis_${name}`,
        help,
        labelNames: [label],
        registers,
        collect() {
          gauge.reset()
          for (const [labelValue, value] of Object.entries(read() ?? {}))
            gauge.set({ [label]: labelValue }, value)
        },
      })
    },
    /** A counter that only grows and is counted elsewhere. */
    count(name: string, help: string, read: () => number): void {
      const total: Counter = new Counter({
        name: `bis_${name}_total`,
        help,
        registers,
        collect() {
          total.reset()
          total.inc(read())
        },
      })
    },
  }
}

const HERE = new URL('../../../package.json', import.meta.url)

function openFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

/** Null where the process may open no more files: one of the figures is read from a file. */
function memoryUsage(): Record<string, number> | null {
  try {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const heapLimit = getHeapStatistics().heap_size_limit
    return { rss, heap: heapUsed, heap_limit: heapLimit, external, buffers: arrayBuffers }
  } catch {
    return null
  }
}

/** Adds the metrics of this process's resources and load. */
export function countProcess(
  metrics: Metrics,
  { loop, shedder }: { loop: LoopWatch; shedder: LoadShedder },
): void {
  const { version } = JSON.parse(readFileSync(HERE, 'utf8')) as { version: string }
  const startedAt = Date.now() / 1000 - process.uptime()
  metrics.gauges('build_info', 'Version of the product and of Node', 'version', () => ({
    [`${version} on Node ${process.versions.node}`]: 1,
  }))
  metrics.gauge('start_time_seconds', 'When this process began (Unix time)', () => startedAt)
  metrics.gauges('loop_delay_seconds', 'How late the event loop came, in 15 s', 'quantile', () => {
    const { p50, p99 } = loop.lastWindow()
    return { '0.5': p50 / 1000, '0.99': p99 / 1000 }
  })
  metrics.gauges('memory_bytes', 'Memory of this process', 'kind', memoryUsage)
  metrics.gauge('open_files', 'Open files and sockets', openFiles)
  metrics.count('cpu_seconds', 'Processor time', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('requests_underway', 'Requests that are being answered', shedder.inFlight)
  metrics.gauge('room', 'Pages that may be made at once before others are refused', shedder.limit)
  metrics.gauge(
    'overloaded',
    'Whether requests were refused under overload in the last seconds',
    () => Number(shedder.overloaded()),
  )
}
