import { api } from '#contract/index.ts'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { FlagName } from '#domain/flags.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { readCopy } from '#web/lib/device-copy.ts'
import type { CopyName } from '#web/lib/device-memory.ts'

const NAMES = {
  v2: 'active-session-pad-v2',
  cancelButton: 'active-session-cancel-button',
  copyButton: 'active-session-copy-button',
  greenCurrentSong: 'active-session-green-current-song',
  colorButtons: 'active-session-color-buttons',
} as const satisfies Record<string, FlagName>

export type PadFlags = Readonly<Record<keyof typeof NAMES, boolean>>

/** Which parts of the pad this artist has; a look-up that fails leaves its part off. */
export async function loadPadFlags(username: string): Promise<PadFlags> {
  const isOn = (featureName: FlagName) =>
    orWhenUnavailable(call(api.features.check, { query: { featureName, username } }), false)
  const [v2, cancelButton, copyButton, greenCurrentSong, colorButtons] = await Promise.all([
    isOn(NAMES.v2),
    isOn(NAMES.cancelButton),
    isOn(NAMES.copyButton),
    isOn(NAMES.greenCurrentSong),
    isOn(NAMES.colorButtons),
  ])
  return { v2, cancelButton, copyButton, greenCurrentSong, colorButtons }
}

/** What the pad begins with: the concert that runs with its queue, and the one that comes next. */
export type PadConcerts = {
  current: Session | null
  queue: readonly QueueEntry[]
  next: Session | null
}

/** Asks the server what the artist plays now and next. Throws CallFailed. */
export async function loadPadConcerts(artistUsername: string): Promise<PadConcerts> {
  const query = { artistUsername }
  const [running, next] = await Promise.all([
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }),
    call(api.page.getNextSession, { query }, { asArtist: true }),
  ])
  if (running.id === null) return { current: null, queue: next?.songs ?? [], next }
  return { current: running, queue: await queueOf(running), next }
}

/** Whose second pad this device holds, and its concert. */
export type SecondPad = { name: string; artistUsername: string; session: Session }

/** Throws CallFailed. */
export async function loadSecondPad(): Promise<SecondPad> {
  const { sessionId, ...pad } = await call(api.artist.secondPad, {})
  return { ...pad, session: await call(api.session.byId, { query: { sessionId } }) }
}

/** The one concert of a second pad: running, or still to come. Throws CallFailed. */
export async function secondPadConcerts({ session }: SecondPad): Promise<PadConcerts> {
  if (session.sessionStatus !== 'NOW') return { current: null, queue: [], next: session }
  return { current: session, queue: await queueOf(session), next: null }
}

/** The newest state of a pad that was kept on this device, where the page itself was kept. */
export function withNewest<Page extends { concerts: PadConcerts }>(
  { value, savedAt }: { value: Page; savedAt: number | null },
  copyName: CopyName,
): Page & { savedAt: number | null } {
  const pad = savedAt === null ? null : readCopy(copyName)
  if (pad === null) return { ...value, savedAt }
  return { ...value, concerts: pad.value as PadConcerts, savedAt: pad.savedAt }
}

/** A concert that hides its songs from the poster hides them in the session too, not from its artist. */
async function queueOf(session: Session): Promise<readonly QueueEntry[]> {
  try {
    return await call(api.artist.queue, { query: { sessionId: session.id } })
  } catch {
    // The live channel brings the queue in a moment; a pad without it is better than no pad.
    return session.songs
  }
}
