import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { isRefusedEmail } from '#server/integrations/mail/mail.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import type { Push } from '#server/integrations/push/push.ts'
import { secondsSinceBackup } from '../backup/schedule-backups.ts'
import { databaseIsLost } from '../db/database-errors.ts'
import type { Database } from '../db/open.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Hub } from '#packages/live-broadcast/hub.ts'
import type { Live } from '../live/socket.ts'
import { attachLoadShedder, makeLoadShedder } from '../load-shedding/load-shedder.ts'
import type { ShedderLog } from '../load-shedding/load-shedder.ts'
import { countProcess } from '../metrics/metrics.ts'
import { countBusiness } from '../metrics/business-metrics.ts'
import type { BusinessMetricsDeps } from '../metrics/business-metrics.ts'
import { watchLoop } from '../metrics/event-loop-delay.ts'
import type { Metrics, QueryFailure } from '../metrics/metrics.ts'
import { measureAnswers, serveMetrics } from '../metrics/request-metrics.ts'
import { UNLIMITED_DISK } from './disk-space.ts'
import type { DiskSpace } from './disk-space.ts'

const RETRY_SECONDS = 30

/** While the disk is full, writes are refused with a message; reads are answered. */
function refuseWrites(http: FastifyInstance, room: DiskSpace): void {
  http.addHook('onRequest', (request, _, done) => {
    if (room.enough() || !writes(request)) return done()
    done(
      new Refusal(
        'OVERLOADED',
        'На сервере кончилось место, и записать ничего нельзя. Попробуйте чуть позже.',
        undefined,
        { retryAfterSeconds: RETRY_SECONDS },
      ),
    )
  })
}

function writes({ method, routeOptions: { url = '', config } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false
  // A form of a page calls the contract, which gives the page the message.
  if (config.endpoint === undefined) return url.startsWith('/sandbox-bank')
  const { priority } = config.endpoint
  return priority === 'write' || priority === 'critical'
}

type OperationDeps = {
  metrics: Metrics
  database: Database
  bus: Bus
  publicUrl: string
  anyHost?: boolean
  trustProxy: boolean
  /** Without it the metrics are read from this machine alone. */
  metricsToken?: string | null
  /** Without it the disk always counts as having room. */
  room?: DiskSpace
  /** The folder of the embedded database's backups; without it the process makes none. */
  backups?: { folder: string } | null
  /** Whether requests are shed under overload; on unless given. */
  shed?: boolean
  now: () => Date
  log: ShedderLog
  stuck: BusinessMetricsDeps['stuck']
  /** Whether the bank sends money out at all. */
  paysOut: boolean
  live: Pick<Live, 'count' | 'behindCount' | 'refused'>
  connections: { dropped(): number }
  hub: Pick<Hub, 'channels'>
  pages: { figures(): { cached: number; made: number; bytes: number } } | null
  /** Whether each outside service answers, by name: 1 or 0. */
  outside?: () => Readonly<Record<string, number>>
  songIndex: { size(): number; ready(): boolean }
}

const CONFLICTS = new Set(['40001', '40P01', '55P03'])

function kindOf(error: unknown): QueryFailure {
  if (databaseIsLost(error)) return 'lost'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (CONFLICTS.has(code)) return 'conflict'
  return code.startsWith('23') || code.startsWith('22') ? 'refused' : 'other'
}

/** The same mail, counted. */
export function countedMail(mail: Mail, metrics: Metrics): Mail {
  return {
    ...mail,
    async send(message) {
      try {
        await mail.send(message)
        metrics.mailed('sent')
      } catch (error) {
        metrics.mailed(isRefusedEmail(error) ? 'refused' : 'failed')
        throw error
      }
    },
  }
}

export function countedPush(push: Push, metrics: Metrics): Push {
  return {
    ...push,
    async send(target, message) {
      const answer = await push.send(target, message)
      metrics.pushed(typeof answer === 'number' ? 'down' : answer)
      return answer
    },
  }
}

function countWhatRuns(deps: OperationDeps): void {
  const { metrics, live, connections, hub, songIndex, pages, outside } = deps
  metrics.gauge('watchers', 'Open sockets of listeners', live.count)
  metrics.gauge('concerts_watched', 'Concerts that somebody watches', hub.channels)
  metrics.gauge('watchers_behind', 'Listeners who are behind with what they read', live.behindCount)
  metrics.gauges(
    'sockets_refused',
    'Sockets not let in, since the start',
    'status',
    // An alert watches the increase: the first refusal needs a value to increase from.
    () => ({ 503: 0, ...live.refused() }),
  )
  metrics.count(
    'connections_dropped',
    'Connections that were closed as soon as they came: the limit of open files was near',
    connections.dropped,
  )
  metrics.gauges(
    'outside_up',
    'Whether a service outside answers',
    'service',
    outside ?? (() => ({})),
  )
  if (pages !== null) {
    metrics.count('pages_cached', 'Pages answered from the cache', () => pages.figures().cached)
    metrics.count('pages_made', 'Pages that had to be made', () => pages.figures().made)
    metrics.gauge('pages_bytes', 'Memory of kept pages', () => pages.figures().bytes)
  }
  metrics.gauge('songs_indexed', 'Songs that the search knows', songIndex.size)
  metrics.gauge('song_index_up', 'Whether the index of songs answers', () =>
    Number(songIndex.ready()),
  )
}

/**
 * Monitors and protects the product: what is counted, what is reported, which requests are shed. Before anything else
 * of the server.
 */
export function attachOperation(http: FastifyInstance, deps: OperationDeps) {
  const { metrics, database, log, room = UNLIMITED_DISK, backups = null, shed = true } = deps
  const loop = watchLoop()
  const shedder = makeLoadShedder({ log })
  const look = countBusiness(metrics, deps)
  database.onFailure((error) => metrics.queryFailed(kindOf(error)))
  countProcess(metrics, { loop, shedder })
  metrics.gauge('disk_free_bytes', 'Free on the disk under DATA_DIR', room.free)
  metrics.gauge('backup_seconds', 'Age of the last backup of the embedded database', () =>
    backups === null ? null : secondsSinceBackup(backups.folder, deps.now()),
  )
  countWhatRuns(deps)
  measureAnswers(http, metrics)
  const detachShedder = shed
    ? attachLoadShedder(http, { shedder, loop, countShed: metrics.shed })
    : () => {}
  refuseWrites(http, room)

  return {
    serve(): void {
      serveMetrics(http, {
        ...deps,
        token: deps.metricsToken ?? null,
        async text() {
          await look()
          return metrics.registry.metrics()
        },
      })
    },

    close(): void {
      detachShedder()
      loop.stop()
    },
  }
}
