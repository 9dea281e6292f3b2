import { BREAK_MINUTES } from '../concerts/concert.ts'
import { checkLine, checkTogether } from '../fields.ts'
import { USUAL_SONG_MS } from '../queue/forecast.ts'
import { Refusal } from '../refusal.ts'
import { counted, countedSongs, plural } from '../russian.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { keyOf, keyWords } from './chords.ts'

/** In code points. */
export const SET_TITLE_MAX = 80
export const SET_NOTE_MAX = 140
/** As many as an evening needs, with a margin. */
export const SET_ITEMS_MOST = 200
export const SETS_MOST = 100
const TARGET_MINUTES = { least: 5, most: 600 } as const

/** A song of the repertoire, a break, or a note between songs. */
export type SetItem =
  | { readonly kind: 'song'; readonly songId: string }
  | { readonly kind: 'break'; readonly minutes: number }
  | { readonly kind: 'note'; readonly text: string }

/** The artist's own list, which can be added to any number of concerts. */
export type SongSet = {
  readonly title: string
  /** The planned length of its music; null: none. */
  readonly targetMinutes: number | null
  readonly items: readonly SetItem[]
}

function checkTarget(minutes: number | null): number | null {
  const { least, most } = TARGET_MINUTES
  if (minutes === null || (minutes >= least && minutes <= most)) return minutes
  throw new Refusal('VALIDATION', `Длина сета — от ${least} до ${most} минут`, 'targetMinutes')
}

function checkSetTitle(title: string): string {
  return checkLine(title, {
    field: 'title',
    max: SET_TITLE_MAX,
    blank: 'Назовите сет',
    tooLong: `Название — не длиннее ${SET_TITLE_MAX} символов`,
  })
}

function checkSetNote(text: string): string {
  return checkLine(text, {
    field: 'text',
    max: SET_NOTE_MAX,
    blank: 'Напишите заметку',
    tooLong: `Заметка — не длиннее ${SET_NOTE_MAX} символов`,
  })
}

function checkItems(items: readonly SetItem[]): readonly SetItem[] {
  const wrong = (words: string) => new Refusal('VALIDATION', words, 'items')
  if (items.length > SET_ITEMS_MOST)
    throw wrong(`В сете не больше ${SET_ITEMS_MOST} песен, перерывов и заметок`)
  const songs = items.flatMap((item) => (item.kind === 'song' ? [item.songId] : []))
  if (new Set(songs).size < songs.length) throw wrong('Одна из песен стоит в сете дважды')
  return items.map((item) => {
    if (item.kind === 'song') return { kind: 'song', songId: item.songId }
    if (item.kind === 'note') {
      try {
        return { kind: 'note', text: checkSetNote(item.text) }
      } catch (error) {
        throw error instanceof Refusal ? wrong(error.message) : error
      }
    }
    const { least, most } = BREAK_MINUTES
    if (item.minutes < least || item.minutes > most)
      throw wrong(`Перерыв — от ${least} до ${most} минут`)
    return { kind: 'break', minutes: item.minutes }
  })
}

/** Returns a set, normalized. Refuses VALIDATION at `title`, `targetMinutes` and `items`. */
export function checkSet({ title, targetMinutes, items }: SongSet): SongSet {
  return checkTogether({
    title: () => checkSetTitle(title),
    targetMinutes: () => checkTarget(targetMinutes),
    items: () => checkItems(items),
  })
}

export type SetLength = {
  readonly songs: number
  /** The length of the songs, with the usual length where none is noted. */
  readonly seconds: number
  /** Songs without a noted length. */
  readonly estimated: number
  readonly breakMinutes: number
}

/** `secondsOf`: the noted length of a song; undefined where none is. */
export function setLength(
  items: readonly SetItem[],
  secondsOf: (songId: string) => number | undefined,
): SetLength {
  const noted = items.flatMap((item) => (item.kind === 'song' ? [secondsOf(item.songId)] : []))
  const usual = USUAL_SONG_MS / SECOND_MS
  return {
    songs: noted.length,
    seconds: noted.reduce<number>((sum, seconds) => sum + (seconds ?? usual), 0),
    estimated: noted.filter((seconds) => seconds === undefined).length,
    breakMinutes: items.reduce((sum, one) => sum + (one.kind === 'break' ? one.minutes : 0), 0),
  }
}

/** What comes before a song in the queue: a note for the pad, and minutes of a break. */
export type Before = { readonly note: string; readonly breakMinutes: number }

export const NOTHING_BEFORE: Before = { note: '', breakMinutes: 0 }

/** Joins what was before a song with what is added after it. */
export function joinBefore(existing: Before, put: Before): Before {
  return {
    note: [...new Set([existing.note, put.note])].filter((note) => note !== '').join('\n'),
    breakMinutes: Math.min(BREAK_MINUTES.most, existing.breakMinutes + put.breakMinutes),
  }
}

/** Returns the songs of a set in order, each with what comes before it. What comes after the last song is left out. */
export function songsOfSet(
  items: readonly SetItem[],
): readonly { readonly songId: string; readonly before: Before }[] {
  let before = NOTHING_BEFORE
  return items.flatMap((item) => {
    if (item.kind === 'song') {
      const song = { songId: item.songId, before }
      before = NOTHING_BEFORE
      return [song]
    }
    const put =
      item.kind === 'note'
        ? { note: item.text, breakMinutes: 0 }
        : { note: '', breakMinutes: item.minutes }
    before = joinBefore(before, put)
    return []
  })
}

const minutesOf = ({ seconds }: Pick<SetLength, 'seconds'>) => Math.round(seconds / 60)
const minutesIn = (minutes: number) => counted(minutes, 'минута', 'минуты', 'минут')

/** «перерывы 25 минут», «без длины 3: считаем по 4 минуты». */
export function lengthNotes({ estimated, breakMinutes }: SetLength): string[] {
  return [
    ...(breakMinutes > 0 ? [`перерывы ${minutesIn(breakMinutes)}`] : []),
    ...(estimated > 0
      ? [`без длины ${estimated}: считаем по ${minutesIn(USUAL_SONG_MS / MINUTE_MS)}`]
      : []),
  ]
}

/** «12 песен, 52 минуты · перерывы 25 минут · без длины 3: считаем по 4 минуты». */
export function setLengthWords(length: SetLength): string {
  if (length.songs === 0) return 'Песен пока нет'
  const songs = countedSongs(length.songs)
  return [`${songs}, ${minutesIn(minutesOf(length))}`, ...lengthNotes(length)].join(' · ')
}

/** «58 мин», «1 ч 34». */
export function shortLength(length: Pick<SetLength, 'seconds'>): string {
  const minutes = minutesOf(length)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${minutes}\u00A0мин`
  return rest === 0 ? `${hours}\u00A0ч` : `${hours}\u00A0ч\u00A0${String(rest).padStart(2, '0')}`
}

/** The places of songs, from 1, that follow one another in one key; a break ends a run. */
function runsInOneKey(
  items: readonly SetItem[],
  keyOfSong: (songId: string) => string | undefined,
): { runs: number[][]; compared: boolean } {
  const runs: number[][] = []
  let [place, before, compared] = [0, '', false]
  for (const item of items) {
    if (item.kind === 'break') before = ''
    if (item.kind !== 'song') continue
    place++
    const key = sameKey(keyOfSong(item.songId) ?? '')
    if (before !== '' && key !== '') compared = true
    if (key === '' || key !== before) before = key
    else if (runs.at(-1)?.at(-1) === place - 1) runs.at(-1)?.push(place)
    else runs.push([place - 1, place])
  }
  return { runs, compared }
}

/** «Am» and «ля минор» are one key. */
function sameKey(written: string): string {
  const key = keyOf(written)
  return (key === null ? written : keyWords(key)).toLowerCase()
}

const listed = (places: readonly number[]) =>
  `${places.slice(0, -1).join(', ')} и\u00A0${places.at(-1)}`

/** «цель 60 мин, на 4 мин больше, в одной тональности подряд: 2 и 3»; '' where there is nothing to say. */
export function setAdvice(
  { items, targetMinutes }: Pick<SongSet, 'items' | 'targetMinutes'>,
  length: SetLength,
  keyOfSong: (songId: string) => string | undefined,
): string {
  const over = targetMinutes === null ? 0 : minutesOf(length) - targetMinutes
  const { runs, compared } = runsInOneKey(items, keyOfSong)
  return [
    ...(targetMinutes === null ? [] : [`цель ${targetMinutes}\u00A0мин`]),
    ...(over > 0 ? [`на ${over}\u00A0мин больше`] : []),
    ...(runs.length > 0 ? [`в одной тональности подряд: ${runs.map(listed).join('; ')}`] : []),
    ...(runs.length === 0 && compared ? ['соседних песен в одной тональности нет'] : []),
  ].join(', ')
}

/** What came of putting a set into the queue of a concert. `waiting`: how many of its songs stood there already. */
export function laidSetWords({ added, waiting }: { added: number; waiting: number }): string {
  const stood = plural(waiting, 'уже стояла', 'уже стояли', 'уже стояли')
  if (added === 0) return waiting > 0 ? 'Новых песен нет: все уже в очереди' : 'Новых песен нет'
  const addedText = `Добавили ${counted(added, 'песню', 'песни', 'песен')}`
  return waiting > 0 ? `${addedText}. Ещё ${waiting} ${stood} в очереди` : addedText
}
