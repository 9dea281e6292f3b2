import type { ClientLoaderFunctionArgs } from 'react-router'
import { data } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { call } from '#web/lib/calls/call.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { requireArtist } from '#web/lib/calls/require-artist.ts'
import { askConsent } from './ask-consent.ts'
import { ArtistError, ArtistSkeleton } from './artist-frame.tsx'

type Load<Loaded> = (artist: SignedIn, args: ClientLoaderFunctionArgs) => Promise<Loaded>

type ArtistPage<Loaded> = {
  meta: () => { [name: string]: string }[]
  clientLoader: (args: ClientLoaderFunctionArgs) => Promise<Loaded>
  HydrateFallback: typeof ArtistSkeleton
  ErrorBoundary: typeof ArtistError
}

/**
 * What the route of a screen of the artist's area exports beside the screen: its title, its loader behind the login,
 * and what stands in its place while it loads and where it could not be loaded.
 */
export function artistPage(title: string): ArtistPage<SignedIn>
export function artistPage<Loaded>(title: string, load: Load<Loaded>): ArtistPage<Loaded>
export function artistPage(
  title: string,
  load: Load<unknown> = (artist) => Promise.resolve(artist),
): ArtistPage<unknown> {
  return {
    meta: () => [{ title: `${title} — Бис` }, { name: 'robots', content: 'noindex' }],
    async clientLoader(args) {
      const artist = await requireArtist()
      askConsent(artist, args.request)
      return load(artist, args)
    },
    HydrateFallback: ArtistSkeleton,
    ErrorBoundary: ArtistError,
  }
}

/** Loads the artist's own concert. Another artist's is «not found» here: the server refuses its queue with 403, which would end this login. */
export async function ownConcert({ username }: SignedIn, sessionId = ''): Promise<Session> {
  const session = await call(api.session.byId, { query: { sessionId } }, { asArtist: true })
  if (session.artist.username !== username) throw data(null, { status: 404 })
  return session
}
