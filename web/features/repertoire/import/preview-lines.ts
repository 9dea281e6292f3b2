import type { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ImportLine } from '#contract/repertoire.ts'
import type { Song } from '#contract/shapes.ts'
import type { ListedSong } from '#domain/songs/song-cells.ts'
import type { LineState } from '#domain/songs/song-import.ts'
import { counted, spaced } from '#domain/russian.ts'
import { foldSong, songKey } from '#packages/song-search/song-text.ts'

/** The names of a line's state: for one line, and for all lines in it. */
export const LINE_STATE_LABELS: Readonly<Record<LineState, { one: string; many: string }>> = {
  known: { one: 'есть в каталоге', many: 'Есть в каталоге' },
  new: { one: 'новая', many: 'Новые' },
  mine: { one: 'уже в репертуаре', many: 'Уже в репертуаре' },
  repeat: { one: 'повтор', many: 'Повторы' },
  unclear: { one: 'не поняли строку', many: 'Не поняли' },
}

/**
 * A line as the artist sees it: `on` is to be added, `edited` was corrected by hand; `listed`: the other fields of the
 * song in the list.
 */
export type PreviewLine = ImportLine & {
  on: boolean
  edited: boolean
  listed: ListedRow | null
}

/** A song of a list or a file; a version of a song before it is not ticked at first. */
export type ListedRow = ListedSong & { isVersion?: boolean }

/** A song of a line, in the form of the API. */
type ImportedSong = BodyOf<typeof api.artist.importFavorites>['songs'][number]

export function isTakeable({ state }: ImportLine): boolean {
  return state === 'known' || state === 'new'
}

/** The lines as the server has read them, with the rows of a table; corrections and deselections of earlier lines are kept. */
export function linesOf(
  read: readonly ImportLine[],
  before: readonly PreviewLine[] = [],
  rows: readonly ListedRow[] = [],
): readonly PreviewLine[] {
  const known = new Map(before.map((line) => [line.number, line]))
  return withRepeats(
    read.map((line, at) => {
      const listed = rows[at] ?? listedIn(line)
      const number = listed?.number ?? line.number
      const old = known.get(number)
      if (old?.edited === true) return { ...old, listed }
      const out =
        old === undefined
          ? listed?.isVersion === true
          : (isTakeable(old) || isUpdatable(old)) && !old.on
      return { ...line, number, listed, on: !out, edited: false }
    }),
  )
}

/** The other fields that a line of no table names; null for none. */
function listedIn({ number, title, artistName, fields }: ImportLine): ListedRow | null {
  const hasFields = Object.keys(fields).length > 0
  return hasFields ? { number, title, artistName, fields, text: '', wrong: [] } : null
}

/** The line of this number with another song, or with a new reading. */
export function withLine(
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

/** The fields of a line that is set to a song of the catalogue. */
export function asSong(song: Song) {
  const { title, artistName, isFavorite } = song
  const state: LineState = isFavorite ? 'mine' : 'known'
  return { state, title, artistName, song, similar: [], why: null }
}

/** Sets every new line that clearly means it, by its performer or having none, to the first of its similar songs. */
export function withSimilarTaken(lines: readonly PreviewLine[]): readonly PreviewLine[] {
  return withRepeats(
    lines.map((line) => {
      const [first] = line.similar
      return first !== undefined && meansLike(line)
        ? { ...line, ...asSong(first), edited: true }
        : line
    }),
  )
}

/** The number of lines that `withSimilarTaken` would change. */
export function countLikeSongs(lines: readonly PreviewLine[]): number {
  return lines.filter(meansLike).length
}

function meansLike(line: PreviewLine): boolean {
  const [first] = line.similar
  if (first === undefined || line.state !== 'new' || !isTaken(line)) return false
  const performer = foldSong(line.artistName)
  if (performer === '' || performer === foldSong(first.artistName)) return true
  const title = foldSong(line.title)
  if (title === foldSong(first.title)) return isPartOf(performer, first.artistName)
  // «Zombie - Cranberries» in a list of performers first.
  return performer === foldSong(first.title) && isPartOf(title, first.artistName)
}

/** Whether one name holds all words of the other: «Cranberries» and «The Cranberries». */
function isPartOf(performer: string, known: string): boolean {
  const names = [performer.split(' '), foldSong(known).split(' ')]
  const [few = [], many = []] = names.toSorted((a, b) => a.length - b.length)
  return few.every((word) => many.includes(word))
}

export function withTaken(
  lines: readonly PreviewLine[],
  number: number,
  on: boolean,
): readonly PreviewLine[] {
  return lines.map((line) => (line.number === number ? { ...line, on } : line))
}

/** The lines without the selected songs for which the repertoire has no place: the last ones. */
export function placedLines(lines: readonly PreviewLine[], places: number): readonly PreviewLine[] {
  let left = places
  return lines.map((line) => (isTaken(line) && left-- <= 0 ? { ...line, on: false } : line))
}

/** The songs to send: the selected ones, and with `update` those already in the repertoire that have listed fields. */
export function songsToImport(lines: readonly PreviewLine[], update = false): ImportedSong[] {
  return lines
    .filter((line) => isTaken(line) || (update && line.on && isUpdate(line)))
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

/** Whether a line is of a song of the repertoire that gets something from the list, unless it is crossed out. */
export const isUpdatable = (line: PreviewLine) => isUpdate(line) || (isMine(line) && hasText(line))

/** The lines whose songs are already in the repertoire and have something listed. */
export const updatesOf = (lines: readonly PreviewLine[]) =>
  lines.filter((line) => line.on && isUpdatable(line))

/** The lines with a text: of selected songs, and with `update` of those already in the repertoire. */
export const withText = (lines: readonly PreviewLine[], update: boolean) =>
  lines.filter((line) => hasText(line) && (isTaken(line) || (update && line.on && isMine(line))))

const hasText = ({ listed }: PreviewLine) => listed !== null && listed.text !== ''

/** The texts of such lines, by song id; each is played as it is written. */
export function textsOf(
  lines: readonly PreviewLine[],
  known: readonly Song[],
): { songId: string; text: string; transpose: number }[] {
  const ids = new Map(known.map((song) => [songKey(song.title, song.artistName), song.songId]))
  return lines.flatMap(({ song, title, artistName, listed }) => {
    const songId = song?.songId ?? ids.get(songKey(title, artistName))
    return songId === undefined || listed === null
      ? []
      : [{ songId, text: listed.text, transpose: 0 }]
  })
}

export function countStates(lines: readonly ImportLine[]): Record<LineState, number> {
  const counts = { known: 0, new: 0, mine: 0, repeat: 0, unclear: 0 }
  for (const { state } of lines) counts[state]++
  return counts
}

/** «Одна уже есть в репертуаре, её пропустим. Строку «???» не берём.» */
export function skippedWords(lines: readonly PreviewLine[]): string {
  const { mine } = countStates(lines)
  const unclear = lines.filter(({ state }) => state === 'unclear')
  const [first] = unclear
  const there =
    mine === 1
      ? 'Одна уже есть в репертуаре, её пропустим.'
      : `${spaced(mine)} уже есть в репертуаре, их пропустим.`
  const none =
    unclear.length === 1 && first !== undefined
      ? `Строку «${first.text}» не берём.`
      : `Не берём: ${counted(unclear.length, 'строка', 'строки', 'строк')}.`
  return [...(mine > 0 ? [there] : []), ...(unclear.length > 0 ? [none] : [])].join(' ')
}

function isTaken(line: PreviewLine): boolean {
  return line.on && isTakeable(line)
}

/** A song listed twice is added once: each line is checked again, since the line that it repeats may have changed. */
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
