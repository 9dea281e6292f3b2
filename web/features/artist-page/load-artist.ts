import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { NoSession, Session } from '#contract/shapes.ts'
import type { FlagName } from '#domain/flags.ts'
import { socialTypeOf } from '#domain/accounts/profile.ts'
import type { OrderableConcert } from '#web/features/ordering/load.ts'
import { accountOf, loadOrder, repertoireOf, rulesOfSession } from '#web/features/ordering/load.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { passIn, passOf } from '#web/lib/calls/token.ts'
import type { PosterSession } from '#web/parts/concerts/poster.tsx'
import { bySeries } from '#web/parts/concerts/found-concert.ts'
import { asksForAllSongs, tabOf } from './tabs/artist-tab.ts'
import type {
  AfishaSession,
  ArtistHead,
  ArtistView,
  CurrentConcert,
  ProfileView,
} from './artist-view.ts'

/** Keeps the first load of a phone under 14 KB; the other songs are loaded by a press. */
const FIRST_SONGS = 8

/** The most that one call returns. */
const MOST_AT_ONCE = 100

/** For artists without a text of their own. */
const THANKS_WORDS = 'Спасибо за поддержку музыканта!'

/** Loads everything that the requested tab needs for its first view. Throws CallFailed for an unknown artist. */
export async function loadArtist(
  call: Caller,
  artistUsername: string,
  request: Request,
): Promise<ArtistView> {
  const search = new URL(request.url).searchParams
  const query = { artistUsername }
  const [page, session, next] = await Promise.all([
    call(api.page.getInfo, { query }),
    call(api.page.getCurrentSessionInfo, {
      query: { ...query, ...passIn(request.headers.get('cookie')), ...passOf(search) },
    }),
    call(api.page.getNextSession, { query }),
  ])
  const current = currentOf(session)
  const tab = tabOf(search, current !== null)
  const [profile, afisha, order] = await Promise.all([
    tab === 'profile' ? loadProfile(call, page, search) : null,
    tab === 'afisha' ? loadAfisha(call, artistUsername) : null,
    tab === 'order' ? loadOrder(call, orderPlaceOf(artistUsername, current, search), search) : null,
  ])
  return {
    head: headOf(page),
    // The queue is long, and the other tabs do not show it.
    current: current && { ...current, queue: tab === 'order' ? current.queue : [] },
    // It is shown only where no concert is on.
    next:
      current === null && next !== null
        ? {
            ...posterOf(next),
            open: next.advancedSession.privacy.ableGetSongs,
            ...(next.corrections && { corrections: next.corrections }),
          }
        : null,
    profile,
    afisha,
    order,
  }
}

function headOf(page: ArtistPage): ArtistHead {
  const { artistInfoDTO: artist, paymentPublicDTO: payment } = page
  return {
    username: artist.username,
    name: artist.name === '' ? artist.username : artist.name,
    accountType: artist.accountType,
    imageUrls: artist.imageUrls,
    shortDescriptionHtml: artist.shortDescriptionHtml,
    links: page.socialMediaList.map(({ url }) => url),
    ...accountOf(page),
    takesTips: payment.donationEnabled,
    ...(payment.goal && { goal: payment.goal }),
  }
}

function currentOf(session: Session | NoSession): CurrentConcert | null {
  if (session.id === null || session.sessionStatus !== 'NOW') return null
  const { id, title, active, advancedSession, songs, locked, pass } = session
  const open = advancedSession.privacy.ableGetSongs
  const sessionRules = rulesOfSession(session)
  return {
    id,
    title,
    active,
    open,
    queue: songs,
    sessionRules,
    ...(locked && { locked }),
    ...(pass && { pass }),
  }
}

function posterOf(session: Session): PosterSession {
  const { id, title, dateTimeStart, artist, location, advancedSession } = session
  const { name, city, timeZone } = location
  return {
    id,
    title,
    dateTimeStart,
    artist,
    location: { name, city, timeZone },
    advancedSession: { age: advancedSession.age },
  }
}

async function loadProfile(
  call: Caller,
  page: ArtistPage,
  search: URLSearchParams,
): Promise<ProfileView> {
  const { username } = page.artistInfoDTO
  const flag = (featureName: FlagName) =>
    orWhenUnavailable(call(api.features.check, { query: { featureName, username } }), false)
  const [withRepertoire, colour, newColour, linksAbove, newButton, newSheet] = await Promise.all([
    flag('favorite-songs-at-user-profile'),
    flag('social-media-color'),
    flag('social-media-color-new'),
    flag('social-media-color-up-location'),
    flag('new-support-button'),
    flag('donation-new-ui-v1'),
  ])
  const { donationEnabled, description } = page.paymentPublicDTO
  const songs = withRepertoire ? await repertoireOf(call, username) : []
  const repertoire = asksForAllSongs(search) ? songs : songs.slice(0, FIRST_SONGS)
  return {
    descriptionHtml: page.artistInfoDTO.descriptionHtml,
    // A link may have been saved before its social network had an icon.
    links: page.socialMediaList.map(({ url }) => ({ type: socialTypeOf(url), url })),
    tint: newColour ? 'filled' : colour ? 'brand' : 'ink',
    linksAbove,
    repertoire,
    songsLeft: songs.length - repertoire.length,
    thanks: donationEnabled
      ? {
          words: description.trim() === '' ? THANKS_WORDS : description,
          newButton,
          newSheet,
          formKey: search.has('thanks') ? crypto.randomUUID() : '',
        }
      : null,
  }
}

/** All of them, because the dates of a series, which are one poster, may come before every other concert. */
async function allAhead(call: Caller, artistUsername: string): Promise<Session[]> {
  const found: Session[] = []
  let part: Session[]
  do {
    const cursor = found.at(-1)?.id
    const body = { artistUsername, limit: MOST_AT_ONCE, ...(cursor && { cursor }) }
    part = await call(api.session.getSessions, { body })
    found.push(...part)
  } while (part.length === MOST_AT_ONCE)
  return found
}

async function loadAfisha(call: Caller, artistUsername: string): Promise<AfishaSession[]> {
  const [sessions, cancelled] = await Promise.all([
    orWhenUnavailable(allAhead(call, artistUsername), []),
    orWhenUnavailable(call(api.session.cancelledAhead, { query: { artistUsername } }), []),
  ])
  const coming = sessions.filter(({ sessionStatus }) => sessionStatus === 'SCHEDULED')
  const posters = bySeries(coming, ({ id, artist }) => `/user/${artist.username}/${id}`).map(
    (session) => ({ ...posterOf(session), later: session.later }),
  )
  const gone = cancelled.map(({ id, title, dateTimeStart, artist, location }) => ({
    id,
    title,
    dateTimeStart,
    artist,
    location,
    advancedSession: { age: 0 } as const,
    later: [],
    cancelled: true as const,
  }))
  return [...gone, ...posters]
}

function orderPlaceOf(
  username: string,
  current: CurrentConcert | null,
  search: URLSearchParams,
): OrderableConcert {
  // A listener who was here when the concert ended still needs his orders.
  const sessionId = current?.id ?? search.get('over')
  return { username, sessionId, open: current?.open ?? false, pass: current?.pass }
}
