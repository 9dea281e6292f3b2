import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { counted } from '../russian.ts'

/** How many songs an artist may say that he plays. */
const REPERTOIRE_MAX = 5000

/** Takes how many songs are in it already, and how many come. Refuses ILLEGAL_STEP where they do not all find a place. */
export function admitToRepertoire(songs: number, coming = 1): void {
  const places = Math.max(0, REPERTOIRE_MAX - songs)
  if (coming <= places) return
  throw new Refusal(
    'ILLEGAL_STEP',
    places === 0
      ? 'В репертуаре уже 5 000 песен, это предел. Уберите одну, чтобы добавить новую.'
      : `В репертуаре может быть 5 000 песен. Поместится ещё ${counted(places, 'песня', 'песни', 'песен')}, а вы добавляете ${coming}.`,
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

/** One tag, however it is written. */
const tagKey = (tag: string) => tag.toLocaleLowerCase('ru')

/** Takes the tags of a song as typed and gives them tidied, each once. Refuses VALIDATION at `tags`. */
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

/** These tags, each as it is spelled already where it is known. */
export const spelled = (tags: readonly string[], known: readonly string[]): string[] =>
  tags.map(spelling(known))

/** Gives a tag as it is spelled already, where it is known. */
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

/** The tags of these songs, those of the most songs first. */
export function tagsOf(songs: readonly Tagged[]): string[] {
  const tags = new Map<string, { tag: string; songs: number }>()
  for (const tag of songs.flatMap((song) => song.tags)) {
    const known = tags.get(tagKey(tag)) ?? { tag, songs: 0 }
    tags.set(tagKey(tag), { ...known, songs: known.songs + 1 })
  }
  return [...tags.values()].toSorted((a, b) => b.songs - a.songs).map(({ tag }) => tag)
}

/** What a listener chooses from: songs that may be ordered now before those that may not, the most asked first; equals stay in their order. `tag`: only songs that have it. */
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
