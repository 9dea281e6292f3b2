import type { MetaDescriptor } from 'react-router'
import { api } from '#contract/index.ts'
import type { Goal } from '#contract/goals.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { QueueEntry, Session, SetlistSong } from '#contract/shapes.ts'
import { effectiveRules, rulesFrom } from '#domain/queue/evening-rules.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import type { Caller } from '#web/lib/calls/call.ts'
import { cancelledJsonLd, concertJsonLd, concertPicture } from '#web/lib/pages/concert-meta.ts'
import { pageMeta } from '#web/lib/pages/page-meta.ts'

/** The number of songs that the page previews. */
export const PREVIEW_SONGS = 3

export type ConcertView = {
  session: Omit<Session, 'songs'>
  /** The name, or the nickname where there is none. */
  artistName: string
  group: boolean
  songs: readonly QueueEntry[]
  /** It was moved to another time, and takes paid orders. */
  movedWithMoney: boolean
  /** What is collected for while it runs. */
  goal: Goal | null
  /** Of a concert that is over. */
  past: PastView | null
}

/** Whether new orders are taken at it. */
export const takesOrders = ({ advancedSession, rules }: ConcertView['session']): boolean =>
  advancedSession.privacy.ableGetSongs && rules?.lastCall !== 'closed'

export type PastView = {
  played: readonly SetlistSong[]
  next: Session | null
}

export type CancelledView = Pick<ConcertView, 'artistName' | 'group'> & {
  cancelled: AnswerOf<typeof api.session.cancelled>
  /** The artist's other dates. */
  coming: readonly Session[]
}

export type ConcertPage = ConcertView & {
  /** Opened by a link that was shared. */
  shared: boolean
  /** The absolute URL of the main page. */
  address: string
}

/** Loads everything that the page shows; null when the concert is another artist's. Throws CallFailed for an unknown one. */
export async function loadConcert(
  call: Caller,
  artistUsername: string,
  sessionId: string,
  given: { pass?: string } = {},
): Promise<ConcertView | null> {
  const [page, session, songs] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername } }),
    call(api.session.byId, { query: { sessionId, ...given } }),
    call(api.session.songs, { query: { sessionId, limit: PREVIEW_SONGS } }),
  ])
  const { username } = page.artistInfoDTO
  if (session.artist.username !== username) return null
  const { songs: _, ...rest } = session
  const past = session.sessionStatus === 'PLAYED' ? await loadPast(call, session) : null
  const { goal = null } = page.paymentPublicDTO
  const isOn = session.sessionStatus === 'NOW'
  const movedWithMoney = past === null && hasMovedWithMoney(rest, page)
  return { session: rest, ...nameIn(page), movedWithMoney, songs, goal: isOn ? goal : null, past }
}

/** Where only the venue was moved nobody waits for his money. */
export function hasMovedWithMoney(
  { dateTimeStartWas, rules, advancedSession }: ConcertView['session'],
  { paymentPublicDTO }: Pick<ArtistPage, 'paymentPublicDTO'>,
): boolean {
  if (dateTimeStartWas === undefined || !advancedSession.privacy.ableGetSongs) return false
  const account = { ...paymentPublicDTO, requestFavoriteSongsOnly: false }
  return effectiveRules(rulesFrom(rules ?? {}), account).paid
}

const nameIn = ({ artistInfoDTO: { name, username, accountType } }: ArtistPage) => ({
  artistName: name === '' ? username : name,
  group: accountType === 'GROUP',
})

async function loadPast(call: Caller, { id, artist }: Session): Promise<PastView> {
  const [played, next] = await Promise.all([
    orWhenUnavailable(call(api.session.played, { query: { sessionId: id } }), []),
    orWhenUnavailable(
      call(api.page.getNextSession, { query: { artistUsername: artist.username } }),
      null,
    ),
  ])
  return { played, next }
}

/** The number of the artist's other dates on the page of a cancelled concert. */
const COMING_MOST = 5

/** Loads the page of a concert that its artist cancelled; null when it is another artist's. Throws CallFailed where there is none. */
export async function loadCancelled(
  call: Caller,
  artistUsername: string,
  sessionId: string,
): Promise<CancelledView | null> {
  const cancelled = await call(api.session.cancelled, { query: { sessionId } })
  const page = await call(api.page.getInfo, { query: { artistUsername } })
  const { username } = page.artistInfoDTO
  if (cancelled.artist.username !== username) return null
  const sessions = await orWhenUnavailable(
    call(api.session.getSessions, { body: { artistUsername, limit: COMING_MOST } }),
    [],
  )
  return { cancelled, ...nameIn(page), coming: sessions }
}

export const isWebAddress = (text: string): boolean => /^https?:\/\//iu.test(text)

/**
 * What is offered before a concert beside its main action. Of a closed one's move only those are told who go: there
 * «Я пойду» stands beside a ticket too, and the reminder waits for it.
 */
export function offersBefore(
  { advancedSession: { ticketLink, privacy }, dateTimeStartWas }: ConcertView['session'],
  goes: boolean,
): { going: boolean; calendar: boolean; reminder: boolean } {
  const ticket = isWebAddress(ticketLink)
  const calendar = goes || ticket || dateTimeStartWas !== undefined
  const { closedSession: closed } = privacy
  return { going: ticket && closed, calendar, reminder: closed ? goes : calendar }
}

type MetaOf = Pick<ConcertView, 'artistName' | 'group' | 'session'> & {
  /** The absolute URL of the concert's main page. */
  address: string
}

/** The page's title, and the metadata for search engines and messengers: what, when and where. */
export function concertMeta({ session, artistName, group, address }: MetaOf): MetaDescriptor[] {
  const { title, timeAndDay, location, artist } = session
  const place = [location.name, location.city].filter((part) => part !== '').join(', ')
  const { pathname, origin } = new URL(address)
  const image = concertPicture(session, takesOrders(session))
  return pageMeta({
    title: `Concert ${artistName}`,
    description: [title, timeAndDay, place].filter((part) => part !== '').join('. '),
    // The page for guests is the same page: search engines get the URL of the main one.
    path: pathname,
    publicUrl: origin,
    // A closed concert is in no list and no search: invited guests have its link.
    noindex: session.advancedSession.privacy.closedSession,
    image,
    alternates: session.street ? [] : [{ type: 'text/calendar', path: `${pathname}.ics`, title }],
    preview: {
      title: `${title} — ${artistName}`,
      description: [timeAndDay, place].filter((part) => part !== '').join('. '),
    },
    jsonLd: concertJsonLd(session, {
      performer: {
        name: artistName,
        accountType: group ? 'GROUP' : 'ARTIST',
        address: new URL(`/user/${artist.username}`, origin).href,
      },
      address,
      image: new URL(image.url, origin).href,
    }),
  })
}

/** The same of a concert that does not take place: search engines learn it at the address that they know. */
export function cancelledMeta(
  { cancelled, artistName, group }: CancelledView,
  publicUrl: string,
): MetaDescriptor[] {
  const { id, title, artist, closed } = cancelled
  const page = `/user/${artist.username}`
  const path = `${page}/${id}`
  const meta = {
    title: `Concert ${artistName}`,
    description: `Концерт отменён: ${title}`,
    path,
    publicUrl,
    noindex: closed,
    preview: { title: `Концерт отменён: ${title}`, description: artistName },
  }
  if (publicUrl === '') return pageMeta(meta)
  const performer = {
    name: artistName,
    accountType: group ? ('GROUP' as const) : ('ARTIST' as const),
    address: new URL(page, publicUrl).href,
  }
  const address = new URL(path, publicUrl).href
  return pageMeta({ ...meta, jsonLd: cancelledJsonLd(cancelled, { performer, address }) })
}
