import { LRUCache } from 'lru-cache'
import { usernameKey } from '#domain/accounts/account.ts'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { currentNameOf } from './usernames.store.ts'

const TOPIC = 'usernames'
const CACHE_MAX = 10_000

/** Maps a former nickname to the current one; cached in each process until any nickname changes. */
export function makeCurrentNames({ sql, bus }: { sql: Sql; bus: Bus }) {
  /** By key; empty when it is not a former nickname. */
  const cache = new LRUCache<string, string>({ max: CACHE_MAX })
  let changes = 0
  const forget = () => {
    changes += 1
    cache.clear()
  }
  bus.subscribe(TOPIC, forget)
  bus.onGap(forget)

  return {
    /** Returns the current nickname for this one: another text only when its owner has left it. */
    async currentName(username: string): Promise<string> {
      const key = usernameKey(username)
      if (key === null) return username
      const known = bus.healthy() ? cache.get(key) : undefined
      if (known !== undefined) return known || username
      const before = changes
      const found = (await currentNameOf(sql, key)) ?? ''
      const currentName = found.toLowerCase() === key ? '' : found
      if (before === changes) cache.set(key, currentName)
      return currentName || username
    },

    /** After the commit: a nickname has another owner. */
    changed(): void {
      forget()
      bus.publish(TOPIC, '')
    },
  }
}
