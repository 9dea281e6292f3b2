import type { Run } from './poster-run.ts'
import { pictureOf, runOf } from './poster-run.ts'
import { stableHash } from '../hash.ts'
import { dayAndMonth, plural } from '../russian.ts'
import { timeInZone } from '../time-in-zone.ts'

/** Everything that the picture of a link preview shows. */
export type PreviewCard = {
  /** The small line above the title. */
  readonly above: string
  readonly title: string
  /** The title to use when its letters cannot be drawn. */
  readonly otherwise: string
  readonly facts: readonly string[]
  /** «Играет сейчас»; null where nothing is on. */
  readonly live: string | null
  readonly run: Run
  /** The address of a photo or of a drawing. */
  readonly picture: string
}

type CardArtist = { readonly username: string; readonly name: string; readonly imageUrl: string }

type CardConcert = {
  readonly title: string
  readonly startsAt: Date
  /** IANA name of the venue's zone. */
  readonly timeZone: string
  readonly placeName: string
  readonly city: string
  readonly live: boolean
  /** Orders are taken. */
  readonly open: boolean
}

const orderNow = ({ open }: Pick<CardConcert, 'open'>) =>
  open ? ['Закажите песню с телефона'] : []

const looksOf = ({ username, imageUrl }: CardArtist) => ({
  run: runOf(username, imageUrl),
  picture: imageUrl === '' ? pictureOf(username) : imageUrl,
})

const nameOf = ({ name, username }: CardArtist) => (name === '' ? username : name)

const isNotBlank = (part: string) => part !== ''
const joined = (parts: readonly string[], between: string) => parts.filter(isNotBlank).join(between)

/** The card of an artist's page; `now` is the concert that is on. */
export function artistCard(
  artist: CardArtist,
  now: Pick<CardConcert, 'title' | 'open'> | null,
): PreviewCard {
  return {
    above: 'Живая музыка',
    title: nameOf(artist),
    otherwise: artist.username,
    facts: now === null ? ['Афиша и заказ песен из зала'] : [now.title, ...orderNow(now)],
    live: now === null ? null : 'Играет сейчас',
    ...looksOf(artist),
  }
}

/** The card of a concert: what, who, when in the venue's local time, where. */
export function concertCard(concert: CardConcert, artist: CardArtist, now: Date): PreviewCard {
  const { startsAt, timeZone, placeName, city, live } = concert
  const when = timeInZone(startsAt, timeZone, now)
  const where = joined([placeName, city], ', ')
  return {
    above: nameOf(artist),
    title: concert.title,
    otherwise: 'Концерт',
    facts: live
      ? [...orderNow(concert), joined([nameOf(artist), where], ' · ')]
      : [when, where].filter(isNotBlank),
    live: live ? 'Идёт сейчас' : null,
    ...looksOf(artist),
  }
}

/** Everything that a picture for stories shows: of a listener's keepsake, or of what sounded. */
export type StoryCard = {
  /** How many songs were played. */
  readonly songs: number
  /** «песен за вечер» */
  readonly ofEvening: readonly [string, string]
  /** Above the titles. */
  readonly above: string
  readonly titles: readonly string[]
  /** «и ещё 2»; empty where all are shown. */
  readonly more: string
  readonly artist: string
  /** The artist's name to use when its letters cannot be drawn. */
  readonly otherwise: string
  /** The day and the place. */
  readonly facts: string
  readonly run: Run
  readonly picture: string
}

type StoryOf = {
  readonly concert: Omit<CardConcert, 'live' | 'open'>
  readonly artist: CardArtist
  readonly now: Date
}

const OWN_SONGS = 3
const PLAYED_SONGS = 4

/** The picture for stories: what the evening was and which of it the listener asked for, without the listeners' texts. */
export function storyCard(
  evening: StoryOf & { readonly songs: number; readonly mine: readonly string[] },
): StoryCard {
  const { songs, mine } = evening
  const above = songs === 1 ? 'и она моя' : mine.length === 1 ? 'из них моя' : 'из них мои'
  return storyOf(evening, { songs, above, titles: mine, most: OWN_SONGS })
}

/** The same of all that sounded. */
export function playedCard(evening: StoryOf & { readonly played: readonly string[] }): StoryCard {
  const { played: titles } = evening
  return storyOf(evening, { songs: titles.length, above: 'Звучало', titles, most: PLAYED_SONGS })
}

function storyOf(
  { concert, artist, now }: StoryOf,
  { songs, above, titles, most }: Pick<StoryCard, 'songs' | 'above' | 'titles'> & { most: number },
): StoryCard {
  const { startsAt, timeZone, placeName, city } = concert
  const run = runOf(artist.username, artist.imageUrl)
  const left = titles.length - most
  return {
    songs,
    ofEvening: [plural(songs, 'песня', 'песни', 'песен'), 'за вечер'],
    above,
    titles: titles.slice(0, most),
    more: left > 0 ? `и ещё ${left}` : '',
    artist: nameOf(artist),
    otherwise: artist.username,
    facts: joined([dayAndMonth(startsAt, timeZone, now), placeName, city], ', '),
    run,
    picture: `/art/hands-${run}.svg`,
  }
}

/** The card of the site itself. */
export const SITE_CARD: PreviewCard = {
  above: '',
  title: 'Заказ песен на живых концертах',
  otherwise: 'Бис',
  facts: ['Страница музыканта и афиша'],
  live: null,
  run: 'lamp',
  picture: '/art/hands-lamp.svg',
}

/** Incremented when cards are drawn differently, so that messengers fetch the new picture. */
const LOOK = 3

/** Returns a short hash of what is drawn: another card has another version. */
export function cardVersion(card: PreviewCard | StoryCard): string {
  return stableHash(JSON.stringify([LOOK, card])).toString(36)
}
