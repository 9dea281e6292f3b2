import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { NoSession, QueueEntry, Session } from '#contract/shapes.ts'
import type { PadText } from '#contract/song-texts.ts'
import type { FlagName } from '#domain/flags.ts'
import { orWhenUnavailable } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import type { WithCopy } from '#web/lib/device-copy.ts'
import { readCopy } from '#web/lib/device-copy.ts'
import { forgetCopy, storePass } from '#web/lib/device-memory.ts'

const NAMES = {
  // Two lists instead of one; devices keep the flag under this name.
  v2: 'active-session-pad-v2',
  cancelButton: 'active-session-cancel-button',
  copyButton: 'active-session-copy-button',
  greenCurrentSong: 'active-session-green-current-song',
  colorButtons: 'active-session-color-buttons',
} as const satisfies Record<string, FlagName>

export type PadFlags = Readonly<Record<keyof typeof NAMES, boolean>>

/** Those whose look-up was answered. */
type AnsweredFlags = Partial<PadFlags>

const OFF: PadFlags = {
  v2: false,
  cancelButton: false,
  copyButton: false,
  greenCurrentSong: false,
  colorButtons: false,
}

/** Which parts of the pad this artist has; a look-up that fails leaves its part out. */
export async function loadPadFlags(username: string): Promise<AnsweredFlags> {
  const asked = Object.entries(NAMES).map(async ([part, featureName]) => {
    const query = { featureName, username }
    return [part, await orWhenUnavailable(call(api.features.check, { query }), null)] as const
  })
  const answers = await Promise.all(asked)
  return Object.fromEntries(answers.filter(([, on]) => on !== null))
}

/** What is kept of a page: a look-up that failed now says nothing of the flag that was answered before. */
export function withKnownFlags<Page extends { flags: AnsweredFlags }>(
  page: Page,
  before: Page | undefined,
): Page {
  return { ...page, flags: { ...before?.flags, ...page.flags } }
}

/** What the pad begins with: the concert that runs with its queue, and the one that comes next. */
export type PadConcerts = {
  current: Session | null
  queue: readonly QueueEntry[]
  next: Session | null
}

/** An artist's own closed evening is watched with the pass that he is told. */
export function rememberPass(session: Session | NoSession | null): void {
  if (session !== null && session.id !== null && session.pass) storePass(session.id, session.pass)
}

/** Asks the server what the artist plays now and next. Throws CallFailed. */
export async function loadPadConcerts(artistUsername: string): Promise<PadConcerts> {
  const query = { artistUsername }
  const [running, next] = await Promise.all([
    call(api.page.getCurrentSessionInfo, { query }, { asArtist: true }),
    call(api.page.getNextSession, { query }, { asArtist: true }),
  ])
  for (const session of [running, next]) rememberPass(session)
  if (running.id === null) return { current: null, queue: next?.songs ?? [], next }
  return { current: running, queue: await queueOf(running), next }
}

/** Whose second pad this device holds, and its concert. */
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
 * The newest state of the pad that was kept on this device, where the page itself was kept; a flag that nobody
 * answered is off. Of a concert that is over nothing stays: listeners' names and words are in it.
 */
export function withNewest<Page extends { concerts: PadConcerts; flags: AnsweredFlags }>(
  { value, savedAt, late }: WithCopy<Page>,
  owner: 'artist' | 'second',
): Omit<Page, 'flags'> & { flags: PadFlags } & Pick<WithCopy<Page>, 'savedAt' | 'late'> {
  const flags = { ...OFF, ...value.flags }
  if (savedAt === null && value.concerts.current === null)
    for (const what of ['pad', 'evening'] as const) forgetCopy(`copy ${owner} ${what}`)
  const pad = savedAt === null ? null : readCopy(`copy ${owner} pad`)
  if (savedAt === null || pad === null || pad.savedAt < savedAt)
    return { ...value, flags, savedAt, late }
  return { ...value, flags, concerts: pad.value as PadConcerts, savedAt: pad.savedAt, late }
}

/** A page that shows what this device kept loads anew with the server's late answer, or as soon as there is a network. */
export function useNewAfterLoss({
  savedAt,
  late,
}: Pick<WithCopy<unknown>, 'savedAt' | 'late'>): void {
  const { revalidate } = useRevalidator()
  const askAnew = useEffectEvent(() => void revalidate())
  const isOld = savedAt !== null
  useEffect(() => {
    if (!isOld) return undefined
    window.addEventListener('online', askAnew)
    return () => window.removeEventListener('online', askAnew)
  }, [isOld])
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
async function queueOf(session: Session): Promise<readonly QueueEntry[]> {
  try {
    return await call(api.artist.queue, { query: { sessionId: session.id } })
  } catch {
    // The live channel brings the queue in a moment; a pad without it is better than no pad.
    return session.songs
  }
}

/** Texts by their songs, and up to which change. */
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

/** With all changes since. Throws CallFailed. */
export async function changesAfter(known: KnownTexts): Promise<KnownTexts> {
  const { texts, more } = await call(api.artist.songTexts, { query: known.cursor ?? {} })
  const next = withChanges(known, texts)
  return more ? changesAfter(next) : next
}
