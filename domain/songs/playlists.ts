import { fileOf, isHeading } from './line-marks.ts'
import { readPair } from './song-lines.ts'
import type { Row } from './song-table.ts'

/** A song of a playlist: performer, title, seconds. */
export const PLAYLIST_KINDS = ['artistName', 'title', 'seconds'] as const

type Song = { number: number; artistName: string; title: string; seconds: string }

/** Players write −1 for an unknown length. */
const secondsOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,5}(?:\.\d{1,9})?$/u.test(text) && Number(text) > 0
    ? String(Math.round(Number(text)))
    : ''

const named = (number: number, name: string, seconds?: string): Song => ({
  number,
  ...readPair(name),
  seconds: secondsOf(seconds),
})

/** The contents of a tag of VirtualDJ in a line. */
function tagOf(line: string, tag: string): string {
  const from = line.indexOf(`<${tag}>`)
  const to = line.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? '' : line.slice(from + tag.length + 2, to)
}

function fromVirtualDj(number: number, line: string): Song {
  const artistName = tagOf(line, 'artist')
  const title = tagOf(line, 'title')
  const song = artistName === '' ? readPair(title) : { artistName, title }
  return { number, ...song, seconds: secondsOf(tagOf(line, 'songlength')) }
}

/** M3U: a line about a song, then its file; a file without such a line names its song itself. */
function readM3u(lines: readonly string[]): Song[] {
  const songs: Song[] = []
  let isTold = false
  for (const [at, line] of lines.entries()) {
    const [, seconds, name] = /^#EXTINF:\s*(-?[\d.]{1,12})[^,]{0,2000},(.+)$/iu.exec(line) ?? []
    if (name !== undefined) songs.push(named(at + 1, name, seconds))
    else if (/^#EXTVDJ:/iu.test(line)) songs.push(fromVirtualDj(at + 1, line))
    else if (line !== '' && !line.startsWith('#')) {
      if (!isTold) songs.push(named(at + 1, fileOf(line)))
      isTold = false
      continue
    } else continue
    isTold = true
  }
  return songs.filter(({ title }) => title !== '')
}

function readPls(lines: readonly string[]): Song[] {
  const entries = new Map<
    string,
    { number: number; file?: string; title?: string; length?: string }
  >()
  for (const [at, line] of lines.entries()) {
    const [, name, n, value] = /^(file|title|length)(\d{1,6})=(.*)$/iu.exec(line) ?? []
    if (name === undefined || n === undefined) continue
    const entry = entries.get(n) ?? { number: at + 1 }
    entries.set(n, { ...entry, [name.toLowerCase()]: value })
  }
  return [...entries.values()].map(({ number, file = '', title, length }) =>
    named(number, title ?? fileOf(file), length),
  )
}

/** A cue sheet: the performer of the disc counts for its tracks that name none. */
function readCue(lines: readonly string[]): Song[] {
  const songs: Song[] = []
  let disc = ''
  for (const [at, line] of lines.entries()) {
    const [, word, quoted, plain = ''] =
      /^(track|title|performer)\s+(?:"([^"]{0,1000})"|(\S.{0,1000}))$/iu.exec(line) ?? []
    const value = quoted ?? plain
    const song = songs.at(-1)
    if (word === undefined) continue
    if (word.toLowerCase() === 'track')
      songs.push({ number: at + 1, artistName: disc, title: '', seconds: '' })
    else if (song === undefined) disc = word.toLowerCase() === 'performer' ? value : disc
    else if (word.toLowerCase() === 'title') song.title = value
    else song.artistName = value
  }
  return songs.filter(({ title }) => title !== '')
}

const LENGTH = /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/u

/** A page of a player, copied: performer, title and length, each in its line. */
function readThrees(lines: readonly string[]): Song[] | null {
  const filled = lines.flatMap((line, at) => (line === '' ? [] : [{ line, number: at + 1 }]))
  if (filled.length < 6 || filled.length % 3 !== 0) return null
  if (!filled.every(({ line }, at) => LENGTH.test(line) === (at % 3 === 2))) return null
  return filled.flatMap(({ line, number }, at) =>
    at % 3 === 0
      ? [
          {
            number,
            artistName: line,
            title: filled[at + 1]?.line ?? '',
            seconds: filled[at + 2]?.line ?? '',
          },
        ]
      : [],
  )
}

/** More lines than any list of ours may have. */
const LINES_READ = 100_000

function songsOf(text: string): Song[] | null {
  const lines = text.split('\n', LINES_READ).map((line) => line.trim())
  if (/^#EXT(?:M3U|INF:|VDJ:)/imu.test(text)) return readM3u(lines)
  if (/^\[playlist\]/iu.test(text.trimStart().slice(0, 20))) return readPls(lines)
  if (/^[ \t]{0,20}TRACK \d{1,3} AUDIO/imu.test(text)) return readCue(lines)
  return readThrees(lines)
}

/** Reads what players write: M3U, PLS, cue sheets, and their pages copied; null for another text. */
export function readPlaylist(text: string): Row[] | null {
  const songs = songsOf(text)?.filter(({ title }) => !isHeading(title)) ?? []
  if (songs.length === 0) return null
  return songs.map(({ number, artistName, title, seconds }) => ({
    number,
    text: [artistName, title].filter((part) => part !== '').join(' — '),
    cells: [artistName, title, seconds],
  }))
}

const RULE = /^\s*-{3,}(?: +-{3,})+\s*$/u
const MARKDOWN_RULE = /^\|(?:\s*:?-{2,}:?\s*\|){2,100}$/u

/** Columns that stand under each other, with a rule of dashes below their names. */
function fromRuled(lines: readonly string[], rule: string): Row[] {
  const starts = [...rule.matchAll(/-+/gu)].slice(0, 100).map(({ index }) => index)
  return lines
    .map((text, at) => ({
      number: at + 1,
      text,
      cells: starts.map((start, n) => text.slice(n === 0 ? 0 : start, starts[n + 1]).trim()),
    }))
    .filter(({ text }) => text !== rule)
}

function fromMarkdown(lines: readonly string[]): Row[] {
  return lines.flatMap((line, at) => {
    const text = line.trim()
    if (!text.startsWith('|') || MARKDOWN_RULE.test(text)) return []
    const inner = text.slice(1, text.endsWith('|') && text.length > 1 ? -1 : undefined)
    return [{ number: at + 1, text: line, cells: inner.split('|').map((cell) => cell.trim()) }]
  })
}

/** Reads a table drawn with signs, with a rule among its first lines; null for another text. */
export function readDrawnTable(text: string): Row[] | null {
  const lines = text.split('\n', LINES_READ)
  for (const line of lines.slice(0, 20)) {
    if (line.length > 2000) continue
    if (RULE.test(line)) return fromRuled(lines, line)
    if (MARKDOWN_RULE.test(line.trim())) return fromMarkdown(lines)
  }
  return null
}
