import { createClient } from '@redis/client'
import type { Connection } from './keep-connected.ts'

/** The time limit of an answer, and the interval of the heartbeat. */
const TIMEOUT_MS = 2_000

function makeClient(url: string, name: string, timeoutMs: number) {
  return createClient({
    url,
    name,
    // Messages and commands share one connection, which the third protocol allows (Redis 6, Valkey).
    RESP: 3,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // The owner of the connection reconnects, and so sees the gap.
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  })
}

type RedisConnection = Connection & {
  client: ReturnType<typeof makeClient>
  /** Returns the answer; one that does not come in time rejects and cuts the connection. */
  answered<T>(asked: Promise<T>): Promise<T>
  /** Closes at once, without waiting for the other side. */
  cut(): void
}

type RedisDeps = { url: string; name: string; timeoutMs?: number }

/** Connects to Redis or Valkey. Rejects where it does not answer within 2 seconds. */
export async function connectRedis(deps: RedisDeps): Promise<RedisConnection> {
  const { url, name, timeoutMs = TIMEOUT_MS } = deps
  const client = makeClient(url, name, timeoutMs)
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  function cut() {
    lose()
    if (client.isOpen) client.destroy()
  }
  client.on('error', cut)
  client.on('end', lose)

  async function answered<T>(asked: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new Error('Redis does not answer'))
      cut()
    }, timeoutMs)
    return Promise.race([asked, late]).finally(() => clearTimeout(timer))
  }

  try {
    await answered(client.connect())
  } catch (error) {
    cut()
    throw error
  }
  // A network that drops packets closes nothing: only a missing answer shows it.
  const heartbeat = setInterval(() => void answered(client.ping()).catch(cut), timeoutMs)
  heartbeat.unref()
  void lost.then(() => clearInterval(heartbeat))

  return {
    client,
    answered,
    lost,
    cut,
    async close() {
      lose()
      if (!client.isOpen) return
      await answered(client.close()).catch(cut)
    },
  }
}
