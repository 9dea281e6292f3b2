import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { NoSession, QueueEntry, Session, Song } from '#contract/shapes.ts'
import type { PadText } from '#contract/song-texts.ts'
import type { FlagName } from '#domain/flags.ts'
import { SECOND_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call, padCall } from '#web/lib/calls/call.ts'
import type { WithCopy } from '#web/lib/device/device-copy.ts'
import { readCopy, storeCopy } from '#web/lib/device/device-copy.ts'
import { removeCopy, storePass } from '#web/lib/device/device-memory.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'
import { usePoll } from '#web/lib/value-hooks.ts'

const NAMES = {
  // Two lists instead of one; devices store the flag under this name.
  v2: 'active-session-pad-v2',
  cancelButton: 'active-session-cancel-button',
  copyButton: 'active-session-copy-button',
  greenCurrentSong: 'active-session-green-current-song',
  colorButtons: 'active-session-color-buttons',
} as const satisfies Record<string, FlagName>

export type PadFlags = Readonly<Record<keyof typeof NAMES, boolean>>

/** The flags whose request was answered. */
type AnsweredFlags = Partial<PadFlags>

const OFF: PadFlags = {
  v2: false,
  cancelButton: false,
  copyButton: false,
  greenCurrentSong: false,
  colorButtons: false,
}

/** Loads which parts of the pad this artist has; a request that fails leaves its part out. */
export async function loadPadFlags(username: string): Promise<AnsweredFlags> {
  const asked = Object.entries(NAMES).map(async ([part, featureName]) => {
    const query = { featureName, username }
    return [part, await orWhenUnavailable(call(api.features.check, { query }), null)] as const
  })
  const answers = await Promise.all(asked)
  return Object.fromEntries(answers.filter(([, on]) => on !== null))
}

/** The page to save on the device: a flag whose request failed has its previous value. */
export function withKnownFlags<Page extends { flags: AnsweredFlags }>(
  page: Page,
  before: Page | undefined,
): Page {
  return { ...page, flags: { ...before?.flags, ...page.flags } }
}

/** The initial data of the pad: the running concert with its queue, and the next one. */
export type PadConcerts = {
  current: Session | null
  queue: readonly QueueEntry[]
  next: Session | null
  /** Without a running concert: what the next announcement begins with. */
  defaults?: NoSession['rules']
}

/** Stores the pass of the artist's own closed evening, which he needs to watch it. */
export function rememberPass(session: Session | NoSession | null): void {
  if (session !== null && session.id !== null && session.pass) storePass(session.id, session.pass)
}

/** Loads the artist's current and next concert. Throws CallFailed. */
export async function loadPadConcerts(artistUsername: string): Promise<PadConcerts> {
  const query = { artistUsername }
  const [running, next] = await Promise.all([
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }),
    call(api.page.getNextSession, { query }, { asArtist: true }),
  ])
  for (const session of [running, next]) rememberPass(session)
  if (running.id === null) {
    const { rules: defaults } = running
    return { current: null, queue: next?.songs ?? [], next, ...(defaults && { defaults }) }
  }
  return { current: running, queue: await queueOf(running), next }
}

/** The artist whose second pad this device has, and its concert. */
export type SecondPad = { name: string; artistUsername: string; session: Session }

/** Throws CallFailed. */
export async function loadSecondPad(): Promise<SecondPad> {
  const { sessionId, pass, ...pad } = await call(api.artist.secondPad, {})
  const query = { sessionId, ...(pass !== null && { pass }) }
  const session = await call(api.session.byId, { query }, { asArtist: true })
  rememberPass(session)
  return { ...pad, session }
}

/** The one concert of a second pad: running, or still to come. Throws CallFailed. */
export async function secondPadConcerts({ session }: SecondPad): Promise<PadConcerts> {
  if (session.sessionStatus !== 'NOW') return { current: null, queue: [], next: session }
  return { current: session, queue: await queueOf(session), next: null }
}

/**
 * The newest copy of the pad on this device, where the page itself is a copy; a flag without a response is off. The
 * copies of a concert that is over are deleted: they contain listeners' names and words.
 */
export function withNewest<Page extends { concerts: PadConcerts; flags: AnsweredFlags }>(
  { value, savedAt, late }: WithCopy<Page>,
  owner: 'artist' | 'second',
): Omit<Page, 'flags'> & { flags: PadFlags } & Pick<WithCopy<Page>, 'savedAt' | 'late'> {
  const flags = { ...OFF, ...value.flags }
  if (savedAt === null && value.concerts.current === null)
    for (const what of ['pad', 'evening', 'own'] as const) removeCopy(`copy ${owner} ${what}`)
  const pad = savedAt === null ? null : readCopy(`copy ${owner} pad`)
  if (savedAt === null || pad === null || pad.savedAt < savedAt)
    return { ...value, flags, savedAt, late }
  return { ...value, flags, concerts: pad.value as PadConcerts, savedAt: pad.savedAt, late }
}

/** How often it is tried: a browser at a Wi-Fi without internet does not tell when that comes. */
const TRIED_MS = 15 * SECOND_MS

/**
 * Reloads a page that was rendered from the device's copy once the server's late response is there, or the network is
 * back. `connection`: of its live channel.
 */
export function useNewAfterLoss(
  { savedAt, late }: Pick<WithCopy<unknown>, 'savedAt' | 'late'>,
  connection?: LiveConcert['connection'],
): void {
  const { revalidate } = useRevalidator()
  const askAnew = useEffectEvent(() => void revalidate())
  const isOld = savedAt !== null
  useEffect(() => {
    if (!isOld) return undefined
    window.addEventListener('online', askAnew)
    return () => window.removeEventListener('online', askAnew)
  }, [isOld])
  // Without a concert there is no channel.
  usePoll(isOld && connection !== 'lost', TRIED_MS, askAnew)
  const isLive = connection === 'live'
  useEffect(() => {
    if (isOld && isLive) askAnew()
  }, [isOld, isLive])
  useEffect(() => {
    let open = true
    void late?.then((came) => {
      if (came && open) askAnew()
    })
    return () => {
      open = false
    }
  }, [late])
}

/** A concert that hides its songs from the poster hides them in the session too, not from its artist. */
function queueOf(session: Session): Promise<readonly QueueEntry[]> {
  const asked = call(api.artist.queue, { query: { sessionId: session.id } })
  // The live channel sends the queue in a moment; a pad without it is better than no pad.
  return orWhenUnavailable(asked, session.songs)
}

/** The songs of a repertoire that a device keeps: a browser's storage holds the texts too. */
const KEPT_SONGS = 2000

/** Loads the repertoire, and keeps it on the device for a pad without a network. Throws CallFailed. */
export async function loadRepertoire(
  owner: 'artist' | 'second',
  signal?: AbortSignal,
): Promise<readonly Song[]> {
  const songs = await padCall(api.artist.repertoire, { query: {} }, signal && { signal })
  const kept = songs
    .slice(0, KEPT_SONGS)
    .map(({ songId, title, artistName, imageUrl }) => ({ songId, title, artistName, imageUrl }))
  if (kept.length > 0) storeCopy(`copy ${owner} songs`, kept)
  return songs
}

/** Texts by song id, and the cursor of the last change. */
export type KnownTexts = {
  readonly texts: Readonly<Record<string, PadText>>
  readonly cursor: { since: string; after: string } | null
}

export const NO_TEXTS: KnownTexts = { texts: {}, cursor: null }

export function withChanges(known: KnownTexts, changed: readonly PadText[]): KnownTexts {
  const last = changed.at(-1)
  if (last === undefined) return known
  const texts = { ...known.texts, ...Object.fromEntries(changed.map((one) => [one.songId, one])) }
  return { texts, cursor: { since: last.updatedAt, after: last.songId } }
}

/** Adds all changes since. Throws CallFailed. */
export async function changesAfter(known: KnownTexts): Promise<KnownTexts> {
  const { texts, more } = await call(api.artist.songTexts, { query: known.cursor ?? {} })
  const next = withChanges(known, texts)
  return more ? changesAfter(next) : next
}
