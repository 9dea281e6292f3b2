import type { Candidate } from '#domain/concerts/recommendation.ts'
import { RINGS, bestBeyond, recommend, scoreOf } from '#domain/concerts/recommendation.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Bounds, WishedSongs } from '#server/platform/db/concert-filter.ts'
import { distanceKm as distanceBetween, radians } from '../places/places.service.ts'
import { showConcerts } from './concert-views.service.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { readEdge } from '#server/platform/db/concert-filter.ts'
import {
  FINDING_LIMITS,
  findAnywhere,
  findFiltered,
  findWithin,
  locationsOf,
  songsOfArtists,
  wishedSongs,
} from './finding.store.ts'
import type { DatesAndTown, FindingLimits, FoundConcertRow, Location } from './finding.store.ts'

/** Degrees. */
type BoxPoint = { readonly latitude: number; readonly longitude: number }

/** Less than the true value, so that the bounds are never too narrow. */
const KM_OF_DEGREE = 111

/** The bounds that contain everything within `km` of the point. */
function around({ latitude, longitude }: BoxPoint, km: number): Bounds {
  const reach = km / KM_OF_DEGREE
  const [south, north] = [latitude - reach, latitude + reach]
  const side = Math.sin(radians(reach)) / Math.cos(radians(latitude))
  // A pole lies inside.
  if (south <= -90 || north >= 90 || side >= 1) return { south, north, west: -180, east: 180 }
  const wide = (Math.asin(side) * 180) / Math.PI
  return {
    south,
    north,
    west: longitudeOf(longitude - wide),
    east: longitudeOf(longitude + wide),
  }
}

const MOST_RECOMMENDED = 40
const MOST_LOCATIONS = 1000

/** How a concert matches a listener's wish; no distance when either has no coordinates. */
type ConcertMatch = { readonly songs: number; readonly distanceKm: number | null }
type Matched = ConcertMatch & { readonly songIds: string[] }

type RecommendedConcert = { readonly concert: ConcertSummary; readonly match: Matched }

type Filters = {
  readonly city?: string | undefined
  /** ISO dates, or date-times with offset; both ends belong to the span. */
  readonly dateStart?: string | undefined
  readonly dateEnd?: string | undefined
}

type MapQuery = Filters & {
  /** Degrees as a map gives them: longitudes may lie beyond ±180. */
  readonly bounds?: Bounds | undefined
}

/**
 * At most 40 public concerts ahead, the best first, by domain/concerts/recommendation.ts. Songs that are not in the
 * catalogue are ignored. Refuses VALIDATION at `coords`, `dateStart` and `dateEnd`.
 */
export async function recommendConcerts(
  ctx: Context,
  query: {
    readonly songIds: readonly string[]
    /** Degrees; when either is null, the listener's place is unknown. */
    readonly latitude: number | null
    readonly longitude: number | null
  } & Filters,
  limits: FindingLimits = FINDING_LIMITS,
): Promise<RecommendedConcert[]> {
  const from = pointOf(query)
  const now = ctx.now()
  const filter = filterOf(query, now)
  const rank = async () => {
    const songs = await wishedSongs(ctx.sql, query.songIds, limits.read)
    return candidates(ctx, { songs, from, now, filter }, limits)
  }
  const ranked = await (query.songIds.length > 0 ? ctx.searches.run(rank) : rank())
  const best = ranked.slice(0, MOST_RECOMMENDED)
  const matches = new Map(best.map((one) => [one.id, matchOf(one)]))
  const ids = best.map(({ id }) => id)
  const shown = await showConcerts(ctx, ids)
  const artists = shown.map(({ artistId }) => artistId)
  const played = await songsOfArtists(ctx.sql, artists, query.songIds)
  return shown.map((concert) => ({
    concert,
    match: {
      ...(matches.get(concert.id) ?? { songs: 0, distanceKm: null }),
      songIds: played
        .filter(({ artistId }) => artistId === concert.artistId)
        .map(({ songId }) => songId),
    },
  }))
}

/** Everything that may be among the best, ranked: searched everywhere, and around the listener in rings. */
async function candidates(
  { sql }: Context,
  query: {
    readonly songs: WishedSongs
    readonly from: BoxPoint | null
    readonly now: Date
    readonly filter: DatesAndTown
  },
  limits: FindingLimits,
): Promise<Candidate[]> {
  const { songs, from, filter } = query
  const wished = songs.few.length + songs.many.length
  const known = new Map<string, Candidate>()
  const ranked = (rows: readonly FoundConcertRow[]) => {
    for (const row of rows) known.set(row.id, weighedFrom(from, row))
    return recommend([...known.values()], wished, query.now)
  }
  const asked = { ...query, limits }
  const isFiltered = filter.city !== null || filter.from !== null || filter.till !== null
  if (isFiltered) return ranked(await findFiltered(sql, asked, filter))
  const enough = songs.many.length === 0 ? limits.ofRing : limits.enoughOfRing
  let best = ranked(await findAnywhere(sql, asked, MOST_RECOMMENDED))
  if (from === null) return best
  for (const ring of RINGS) {
    const before = ring.ms === null ? null : new Date(query.now.getTime() + ring.ms)
    const found = await findWithin(sql, asked, { bounds: around(from, ring.km), before })
    best = ranked(found)
    const last = best[MOST_RECOMMENDED - 1]
    // All artists with a song of few are found already.
    const beyond = bestBeyond(ring, { songs: songs.many.length, wished, now: query.now })
    if (last !== undefined && scoreOf(last, wished, query.now) > beyond) break
    if (found.length >= enough) break
  }
  return best
}

/** At most 1000 public concerts ahead that have coordinates, the soonest first. Refuses VALIDATION at `dateStart` and `dateEnd`. */
export function concertLocations(ctx: Context, query: MapQuery): Promise<Location[]> {
  const bounds = query.bounds === undefined ? null : onGlobe(query.bounds)
  const part = { bounds, limit: MOST_LOCATIONS }
  return locationsOf(ctx.sql, filterOf(query, ctx.now()), part)
}

function filterOf({ city = '', dateStart, dateEnd }: Filters, now: Date): DatesAndTown {
  return {
    now,
    city: city.trim() === '' ? null : city,
    from: readEdge(dateStart, 'dateStart'),
    till: readEdge(dateEnd, 'dateEnd'),
  }
}

function weighedFrom(from: BoxPoint | null, row: FoundConcertRow): Candidate {
  const there = pointOf(row)
  return { ...row, distanceKm: from && there && distanceBetween(from, there) }
}

/** Null when either is missing. Refuses VALIDATION at `coords` for a point that is not on earth. */
function pointOf(place: { latitude: number | null; longitude: number | null }): BoxPoint | null {
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return null
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new Refusal('VALIDATION', 'Таких координат не бывает.', 'coords')
  return { latitude, longitude }
}

/** Rounds to 100 m: no listener needs it finer. */
function matchOf({ songs, distanceKm }: ConcertMatch): ConcertMatch {
  return { songs, distanceKm: distanceKm === null ? null : Math.round(distanceKm * 10) / 10 }
}

/** A map can be turned around the globe many times; the database has longitudes from −180 to 180. */
function onGlobe(bounds: Bounds): Bounds {
  if (bounds.east - bounds.west >= 360) return { ...bounds, west: -180, east: 180 }
  return { ...bounds, west: longitudeOf(bounds.west), east: longitudeOf(bounds.east) }
}

function longitudeOf(degrees: number): number {
  if (Math.abs(degrees) <= 180) return degrees
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
