import { Socket } from 'node:net'
import { Client } from 'pg'
import type { BusConnection } from './networked-bus.ts'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { networkedBus } from './networked-bus.ts'

const CHANNEL = 'bis'
const ANSWER_MS = 5_000
const HEARTBEAT_MS = 3_000

/** Connects and listens. Rejects where the database cannot be reached within 5 seconds. */
async function openPostgresConnection(
  connectionString: string,
  onMessage: (payload: string) => void,
): Promise<BusConnection> {
  const socket = new Socket()
  const client = new Client({
    connectionString,
    application_name: 'bis-bus',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    stream: () => socket,
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  const cut = () => {
    lose()
    socket.destroy()
  }
  client.on('error', cut)
  client.on('end', cut)
  client.on('notification', ({ channel, payload }) => {
    if (channel === CHANNEL && payload !== undefined) onMessage(payload)
  })

  try {
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
  } catch (error) {
    cut()
    throw error
  }

  // A network that drops packets closes nothing: only a missing answer shows it.
  const heartbeat = setInterval(() => void client.query('SELECT 1').catch(cut), HEARTBEAT_MS)
  heartbeat.unref()
  void lost.then(() => clearInterval(heartbeat))

  return {
    async send(payloads) {
      // One statement for all payloads, because every commit with a NOTIFY takes a lock of the whole cluster.
      await client.query('SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said', [
        CHANNEL,
        payloads,
      ])
    },
    lost,
    cut,
    async close() {
      lose()
      await client.end().catch(() => socket.destroy())
    },
  }
}

/**
 * The bus over LISTEN/NOTIFY of the database that stores the data anyway. It needs a connection of its own that no
 * pooler shares. Installations are separate as their databases are.
 */
export function postgresBus(deps: { connectionString: string; log: LiveLog }): Bus {
  const { connectionString, log } = deps
  return networkedBus({
    openConnection: (onMessage) => openPostgresConnection(connectionString, onMessage),
    log,
  })
}
