import type { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ImportLine } from '#contract/repertoire.ts'
import type { Song } from '#contract/shapes.ts'
import type { ListedSong } from '#domain/songs/song-cells.ts'
import type { LineState } from '#domain/songs/song-import.ts'
import { foldSong, songKey } from '#packages/song-search/song-text.ts'

/** What a line's state is called at the line, and over all lines of it. */
export const STATE_WORDS: Readonly<Record<LineState, { one: string; many: string }>> = {
  known: { one: 'есть в каталоге', many: 'Есть в каталоге' },
  new: { one: 'новая', many: 'Новые' },
  mine: { one: 'уже в репертуаре', many: 'Уже в репертуаре' },
  repeat: { one: 'повтор', many: 'Повторы' },
  unclear: { one: 'не поняли строку', many: 'Не поняли' },
}

/** A line as the artist sees it: `on` is to be added, `edited` was mended by hand; `listed`: what stands beside the song. */
export type PreviewLine = ImportLine & {
  on: boolean
  edited: boolean
  listed: ListedSong | null
}

/** A song of a line, ready to be sent. */
type ImportedSong = BodyOf<typeof api.artist.importFavorites>['songs'][number]

export function isTakeable({ state }: ImportLine): boolean {
  return state === 'known' || state === 'new'
}

/** The lines as the server read them, of a table with its rows; of those that were there already, edits and crosses stay. */
export function linesOf(
  read: readonly ImportLine[],
  before: readonly PreviewLine[] = [],
  rows: readonly ListedSong[] = [],
): readonly PreviewLine[] {
  const known = new Map(before.map((line) => [line.number, line]))
  return withRepeats(
    read.map((line, at) => {
      const listed = rows[at] ?? null
      const number = listed?.number ?? line.number
      const old = known.get(number)
      if (old?.edited === true) return { ...old, listed }
      const out = old !== undefined && isTakeable(old) && !old.on
      return { ...line, number, listed, on: !out, edited: false }
    }),
  )
}

/** The line of this number is now another song, or was read anew. */
export function mended(
  lines: readonly PreviewLine[],
  number: number,
  meant: Pick<ImportLine, 'state' | 'title' | 'artistName' | 'song' | 'similar' | 'why'>,
): readonly PreviewLine[] {
  return withRepeats(
    lines.map((line) =>
      line.number === number ? { ...line, ...meant, on: true, edited: true } : line,
    ),
  )
}

/** What a line becomes when it is said to be a song of the catalogue. */
export function asSong(song: Song) {
  const { title, artistName, isFavorite } = song
  const state: LineState = isFavorite ? 'mine' : 'known'
  return { state, title, artistName, song, similar: [], why: null }
}

/** Every new line that surely meant it, by its performer or for want of one, takes the first of the songs that it is like. */
export function likenessTaken(lines: readonly PreviewLine[]): readonly PreviewLine[] {
  return withRepeats(
    lines.map((line) => {
      const [first] = line.similar
      return first !== undefined && meansLike(line)
        ? { ...line, ...asSong(first), edited: true }
        : line
    }),
  )
}

/** The lines that `likenessTaken` would change. */
export function countLikeSongs(lines: readonly PreviewLine[]): number {
  return lines.filter(meansLike).length
}

function meansLike(line: PreviewLine): boolean {
  const [first] = line.similar
  if (first === undefined || line.state !== 'new' || !isTaken(line)) return false
  const performer = foldSong(line.artistName)
  if (performer === '' || performer === foldSong(first.artistName)) return true
  return foldSong(line.title) === foldSong(first.title) && isPartOf(performer, first.artistName)
}

/** Whether one name holds all words of the other: «Cranberries» and «The Cranberries». */
function isPartOf(performer: string, known: string): boolean {
  const names = [performer.split(' '), foldSong(known).split(' ')]
  const [few = [], many = []] = names.toSorted((a, b) => a.length - b.length)
  return few.every((word) => many.includes(word))
}

export function crossed(
  lines: readonly PreviewLine[],
  number: number,
  on: boolean,
): readonly PreviewLine[] {
  return lines.map((line) => (line.number === number ? { ...line, on } : line))
}

/** What is sent: the songs that are taken, and with `update` those that are there already and have something listed. */
export function wishedSongs(lines: readonly PreviewLine[], update = false): ImportedSong[] {
  return lines
    .filter((line) => isTaken(line) || (update && isUpdate(line)))
    .map(({ song, title, artistName, listed }) => ({
      songId: song?.songId ?? null,
      title,
      artistName,
      ...(listed && { ...listed.fields, tags: listed.fields.tags && [...listed.fields.tags] }),
    }))
}

const isMine = ({ state, song }: PreviewLine) => state === 'mine' && song !== null
const isUpdate = (line: PreviewLine) =>
  isMine(line) && Object.keys(line.listed?.fields ?? {}).length > 0

/** The lines whose songs are there already, and have something listed. */
export const updatesOf = (lines: readonly PreviewLine[]) =>
  lines.filter((line) => isUpdate(line) || (isMine(line) && hasText(line)))

/** The lines that have a text: of songs that are taken, and with `update` of those that are there already. */
export const withText = (lines: readonly PreviewLine[], update: boolean) =>
  lines.filter((line) => hasText(line) && (isTaken(line) || (update && isMine(line))))

const hasText = ({ listed }: PreviewLine) => listed !== null && listed.text !== ''

/** The texts of such lines, by their songs. */
export function textsOf(
  lines: readonly PreviewLine[],
  known: readonly Song[],
): { songId: string; text: string }[] {
  const ids = new Map(known.map((song) => [songKey(song.title, song.artistName), song.songId]))
  return lines.flatMap(({ song, title, artistName, listed }) => {
    const songId = song?.songId ?? ids.get(songKey(title, artistName))
    return songId === undefined || listed === null ? [] : [{ songId, text: listed.text }]
  })
}

export function countStates(lines: readonly ImportLine[]): Record<LineState, number> {
  const counts = { known: 0, new: 0, mine: 0, repeat: 0, unclear: 0 }
  for (const { state } of lines) counts[state]++
  return counts
}

function isTaken(line: PreviewLine): boolean {
  return line.on && isTakeable(line)
}

/** A song that is said twice is taken once: each line is looked at anew, for the one it repeated may have changed. */
function withRepeats(lines: readonly PreviewLine[]): readonly PreviewLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    if (line.state === 'unclear') return line
    const key = songKey(line.title, line.artistName)
    const before = seen.get(key)
    if (before !== undefined) return { ...line, state: 'repeat', why: `Как в строке ${before}` }
    seen.set(key, line.number)
    if (line.state !== 'repeat') return line
    const state = line.song === null ? 'new' : line.song.isFavorite ? 'mine' : 'known'
    return { ...line, state, why: null }
  })
}
