import { connectRedis } from '../db/redis.ts'
import type { BusConnection } from './bus-connection.ts'

/** Rejects where Redis cannot be reached within 2 seconds. */
export async function openRedisLine(
  { channel, ...deps }: { url: string; channel: string; patienceMs?: number },
  hear: (payload: string) => void,
): Promise<BusConnection> {
  const redis = await connectRedis({ ...deps, name: 'bis-bus' })
  const { client, answered, lost, cut, close } = redis
  try {
    await answered(client.subscribe(channel, hear))
  } catch (error) {
    cut()
    throw error
  }
  return {
    async say(payloads) {
      await answered(Promise.all(payloads.map((payload) => client.publish(channel, payload))))
    },
    lost,
    cut,
    close,
  }
}
