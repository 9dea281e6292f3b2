import { base, onOff, whole } from './values.ts'
import type { Environment } from './values.ts'

/** Where Apple's catalogue of songs is asked, and how often at most. */
export type ItunesConfig = { url: string; perMinute: number }

/** Apple asks for no more than some 20 calls a minute; what is left is for another process of the same address. */
const PER_MINUTE = 15
const PER_MINUTE_MOST = 60

/** Null where nobody outside is asked. */
export function readItunes(env: Environment): ItunesConfig | null {
  const url = base(env, 'ITUNES_URL') ?? 'https://itunes.apple.com'
  const perMinute = whole(env, 'ITUNES_PER_MINUTE', PER_MINUTE, 1, PER_MINUTE_MOST)
  return onOff(env, 'ITUNES_SEARCH', false) ? { url, perMinute } : null
}
