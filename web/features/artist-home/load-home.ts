import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Session } from '#contract/shapes.ts'
import type { PadConcerts, PadFlags } from '#web/features/pad/load.ts'
import {
  loadPadConcerts,
  loadPadFlags,
  withKnownFlags,
  withNewest,
} from '#web/features/pad/load.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { withDeviceCopy } from '#web/lib/device/device-copy.ts'
import { requireArtist } from '#web/lib/calls/require-artist.ts'
import { loadOwnConcerts } from '#web/parts/concerts/own-concerts.ts'
import type { Beginnings } from '#web/parts/frame/first-steps.ts'
import { askBeginnings } from '#web/parts/frame/first-steps.ts'
import { showCabinetMoney } from '#web/parts/frame/cabinet-money.ts'

type AskedHome = {
  username: string
  page: ArtistPage
  concerts: PadConcerts
  flags: Partial<PadFlags>
  /** Coming concerts, the running one among them; null where the request failed. */
  sessions: readonly Session[] | null
  /** Null when there is nothing to show, or the request failed. */
  beginnings: Beginnings | null
  /** Null where the request failed. */
  money: AnswerOf<typeof api.payment.balance> | null
}

export type Home = Omit<AskedHome, 'flags'> & {
  flags: PadFlags
  /** When this device stored it (ms since 1970); null when it has just come from the server. */
  savedAt: number | null
  /** Resolves to true once the server has answered, after the stored copy was shown. */
  late: Promise<boolean> | null
}

/**
 * Loads all tabs at once: on stage a tab must not wait for the network. Without a network, returns the last state
 * stored on this device.
 */
export async function loadHome(): Promise<Home> {
  return withNewest(await withDeviceCopy('copy artist page', askHome, withKnownParts), 'artist')
}

/** The page to save on the device: a part whose request failed has its previous value. */
export function withKnownParts<Page extends Pick<AskedHome, 'flags' | 'sessions' | 'money'>>(
  page: Page,
  before: Page | undefined,
): Page {
  return {
    ...withKnownFlags(page, before),
    sessions: page.sessions ?? before?.sessions ?? null,
    money: page.money ?? before?.money ?? null,
  }
}

async function askHome(): Promise<AskedHome> {
  const { username } = await requireArtist()
  const [page, concerts, flags, sessions, beginnings, money] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    loadPadConcerts(username),
    loadPadFlags(username),
    orWhenUnavailable(loadOwnConcerts(call, username), null),
    orWhenUnavailable(askBeginnings(username), null),
    orWhenUnavailable(call(api.payment.balance, { query: { limit: 1 } }), null),
  ])
  if (money !== null) showCabinetMoney(money.available)
  return { username, page, concerts, flags, sessions, beginnings, money }
}
