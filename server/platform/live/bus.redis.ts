import { connectRedis } from '../db/redis.ts'
import type { BusConnection } from './networked-bus.ts'
import type { Bus, LiveLog } from '#packages/live-broadcast/bus.ts'
import { networkedBus } from './networked-bus.ts'

/** Rejects where Redis cannot be reached within 2 seconds. */
async function openRedisConnection(
  { channel, ...deps }: { url: string; channel: string; timeoutMs?: number },
  onMessage: (payload: string) => void,
): Promise<BusConnection> {
  const redis = await connectRedis({ ...deps, name: 'bis-bus' })
  const { client, answered, lost, cut, close } = redis
  try {
    await answered(client.subscribe(channel, onMessage))
  } catch (error) {
    cut()
    throw error
  }
  return {
    async send(payloads) {
      await answered(Promise.all(payloads.map((payload) => client.publish(channel, payload))))
    },
    lost,
    cut,
    close,
  }
}

/**
 * The bus over Redis or Valkey. `installation` separates those that share one server: channels do not belong to a
 * numbered database.
 */
export function redisBus(deps: {
  url: string
  installation: string
  log: LiveLog
  timeoutMs?: number
}): Bus {
  const { installation, log, ...server } = deps
  const channel = `bis:${installation}`
  return networkedBus({
    openConnection: (onMessage) => openRedisConnection({ ...server, channel }, onMessage),
    log,
  })
}
