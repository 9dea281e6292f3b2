import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { LoadShedder } from '../load-shedding/load-shedder.ts'
import type { LoopWatch } from './event-loop-delay.ts'
import type { Meters } from './metrics.ts'

const BEAT_MS = 5000
const KEPT_MS = 30_000
const TOPIC = 'beat'

/** The delay of the bus from each other process: each publishes its clock every few seconds. */
export function watchBus(bus: Pick<Bus, 'publish' | 'subscribe'>) {
  const own = randomUUID().slice(0, 8)
  const delays = new Map<string, { seconds: number; at: number }>()
  const unsubscribe = bus.subscribe(TOPIC, (body) => {
    const [from = '', sentAt = ''] = body.split(' ')
    if (from === own) return
    const seconds = Math.max(0, (Date.now() - Number(sentAt)) / 1000)
    if (Number.isFinite(seconds)) delays.set(from, { seconds, at: performance.now() })
  })
  const beat = setInterval(() => bus.publish(TOPIC, `${own} ${Date.now()}`), BEAT_MS)
  beat.unref()

  function living() {
    const since = performance.now() - KEPT_MS
    for (const [from, { at }] of delays) if (at < since) delays.delete(from)
    return [...delays.values()]
  }

  return {
    /** The other processes whose clock came within half a minute. */
    neighbours: () => living().length,
    /** The slowest of them; null where there is no other process. */
    seconds(): number | null {
      const lags = living().map(({ seconds }) => seconds)
      return lags.length === 0 ? null : Math.max(...lags)
    },
    close(): void {
      clearInterval(beat)
      unsubscribe()
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

/** What this process takes of its machine, and how far it keeps up. */
export function countProcess(
  meters: Meters,
  { loop, shedder }: { loop: LoopWatch; shedder: LoadShedder },
): void {
  const { version } = JSON.parse(readFileSync(HERE, 'utf8')) as { version: string }
  const startedAt = Date.now() / 1000 - process.uptime()
  meters.gauges('build_info', 'Version of the product and of Node', 'version', () => ({
    [`${version} on Node ${process.versions.node}`]: 1,
  }))
  meters.gauge('start_time_seconds', 'When this process began (Unix time)', () => startedAt)
  meters.gauges('loop_delay_seconds', 'How late the event loop came, in 15 s', 'quantile', () => {
    const { p50, p99 } = loop.over()
    return { '0.5': p50 / 1000, '0.99': p99 / 1000 }
  })
  meters.gauges('memory_bytes', 'Memory of this process', 'kind', () => {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const heapLimit = getHeapStatistics().heap_size_limit
    return { rss, heap: heapUsed, heap_limit: heapLimit, external, buffers: arrayBuffers }
  })
  meters.gauge('open_files', 'Open files and sockets', openFiles)
  meters.count('cpu_seconds', 'Processor time', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  meters.gauge('requests_underway', 'Requests that are being answered', shedder.inFlight)
  meters.gauge(
    'room',
    'So many pages may be made at once before others are sent away',
    shedder.limit,
  )
  meters.gauge('crush', 'Whether requests were sent away in the last seconds', () =>
    Number(shedder.overloaded()),
  )
}
