import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { countedSongs, spaced } from '../russian.ts'

/** Sorts titles: «Белые розы» in quotes under Б, and «9 мая» before «22 июня». */
export const BY_ALPHABET = new Intl.Collator('ru-RU', { ignorePunctuation: true, numeric: true })

/** The maximum number of songs in a repertoire. */
export const REPERTOIRE_MAX = 5000

/** Returns how many songs there is room for beside these. */
export const placesBeside = (songs: number) => Math.max(0, REPERTOIRE_MAX - songs)

/** Takes the number of songs in the repertoire, and of those to add. Refuses ILLEGAL_STEP where they do not all fit. */
export function admitToRepertoire(songs: number, coming = 1): void {
  const places = placesBeside(songs)
  if (coming <= places) return
  throw new Refusal(
    'ILLEGAL_STEP',
    places === 0
      ? `В репертуаре уже ${spaced(REPERTOIRE_MAX)} песен, это предел. Уберите одну, чтобы добавить новую.`
      : `В репертуаре может быть ${spaced(REPERTOIRE_MAX)} песен. Поместится ещё ${countedSongs(places)}, а вы добавляете ${coming}.`,
  )
}

/** The songs new to the catalogue that an artist and his hosts may type within a day: a whole repertoire, and once more. */
export const TYPED_SONGS_A_DAY = 2 * REPERTOIRE_MAX
/** Of them, those of the hosts of one concert: a link that went astray leaves the artist the rest. */
export const HOST_SONGS_A_DAY = 1000

/** Takes those of this day with the coming ones, and how many may be typed. Refuses TOO_MANY: they stay in the catalogue for ever. */
export function admitTyped(songs: number, most: number, retryAfterSeconds: number): void {
  if (songs <= most) return
  throw new Refusal(
    'TOO_MANY',
    `За сутки можно вписать ${spaced(most)} новых песен. Остальные впишите завтра.`,
    undefined,
    { retryAfterSeconds },
  )
}

/** Whether listeners may order a song of a repertoire, only wish for it, or do not find it. */
export const SONG_STATES = ['open', 'learning', 'closed'] as const
export type SongState = (typeof SONG_STATES)[number]

export const STATE_WORDS: Readonly<Record<SongState, string>> = {
  open: 'открыта',
  learning: 'учу',
  closed: 'закрыта',
}

/** What an artist's own text of a song is: with chords, or words alone. */
export const SONG_TEXTS = ['chords', 'words'] as const
export type SongTextKind = (typeof SONG_TEXTS)[number]

/** Refuses SONG_NOT_ACCEPTED for a song that the artist does not play now. */
export function admitState(state: SongState): void {
  if (state === 'open') return
  throw new Refusal(
    'SONG_NOT_ACCEPTED',
    state === 'learning'
      ? 'Эту песню музыкант ещё учит. Выберите другую.'
      : 'Эту песню музыкант сейчас не исполняет. Выберите другую.',
  )
}

/** Tags of one song, and the length of a tag in code points. */
export const TAGS_MOST = 5
const TAG_MAX = 24

/** The key of a tag, the same in any letter case. */
const tagKey = (tag: string) => tag.toLocaleLowerCase('ru')

/** Returns the typed tags of a song, normalized, each once. Refuses VALIDATION at `tags`. */
export function checkTags(typed: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const text of typed) {
    const tag = checkLine(text, {
      field: 'tags',
      max: TAG_MAX,
      blank: null,
      tooLong: `Метка — не длиннее ${TAG_MAX} символов`,
    })
    if (tag !== '' && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  if (tags.size > TAGS_MOST)
    throw new Refusal('VALIDATION', `У песни может быть ${TAGS_MOST} меток`, 'tags')
  return [...tags.values()]
}

export const isSameTag = (one: string, other: string) => tagKey(one) === tagKey(other)

/** Returns these tags, each in its known spelling where it has one. */
export const spelled = (tags: readonly string[], known: readonly string[]): string[] =>
  tags.map(spelling(known))

/** Returns a function that gives a tag in its known spelling, where it has one. */
export function spelling(known: readonly string[]): (tag: string) => string {
  const spellings = new Map(known.toReversed().map((tag) => [tagKey(tag), tag]))
  return (tag) => spellings.get(tagKey(tag)) ?? tag
}

type Tagged = { readonly tags: readonly string[] }
type Offered = Tagged & {
  readonly songId: string
  readonly heard?: string
  readonly state?: SongState
}

export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => tagKey(one) === tagKey(tag))

/** Returns the tags of these songs, those of the most songs first. */
export function tagsOf(songs: readonly Tagged[]): string[] {
  return tagCounts(songs).map(({ tag }) => tag)
}

/** The same with the number of songs of each. */
export function tagCounts(songs: readonly Tagged[]): { tag: string; songs: number }[] {
  const tags = new Map<string, { tag: string; songs: number }>()
  for (const tag of songs.flatMap((song) => song.tags)) {
    const known = tags.get(tagKey(tag)) ?? { tag, songs: 0 }
    tags.set(tagKey(tag), { ...known, songs: known.songs + 1 })
  }
  return [...tags.values()].toSorted((a, b) => b.songs - a.songs)
}

/**
 * Returns the songs that a listener chooses from: those that may be ordered now before those that may not, the most
 * requested first; equal ones keep their order. `tag`: only songs that have it.
 */
export function offerOf<S extends Offered>(
  songs: readonly S[],
  { tag, asked }: { tag: string | null; asked: ReadonlyMap<string, number> },
): S[] {
  const times = ({ songId }: S) => asked.get(songId) ?? 0
  const late = ({ heard, state = 'open' }: S) => (heard === undefined && state === 'open' ? 0 : 1)
  return songs
    .filter(({ tags }) => tag === null || tags.some((one) => isSameTag(one, tag)))
    .toSorted((a, b) => late(a) - late(b) || times(b) - times(a))
}
