import { takeDetails } from './line-details.ts'
import type { LineDetails } from './line-details.ts'

// What lists, messengers, players and video sites write around the song of a line. Every pattern is anchored or bounded:
// a line may be 200 000 characters of anything.

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}
const ENTITY = /&(?:([a-z]{2,6})|#(\d{1,7})|#x([\da-f]{1,6}));/giu
/** What a table's reader would take for the end of a cell. */
const PARTS_CELLS = /["\n\r\t]/u

/** Decodes the entities of HTML; with `inTable` not those that would part a table's cells. */
export function decodeEntities(text: string, inTable = false): string {
  return text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isSign = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    const sign =
      name === undefined ? isSign && String.fromCodePoint(code) : NAMED[name.toLowerCase()]
    return !sign || (inTable && PARTS_CELLS.test(sign)) ? whole : sign
  })
}

const TIME = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}`
/** «[20.11.2026, 10:00:12] Аня: », «20.11.2026, 10:00 - Аня: ». */
const CHAT =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?:\] ?| - )[^:\n]{1,60}: /iu
/** «Аня, [20.11.2026 10:00]» alone in its line: the next lines are what she wrote. */
const CHAT_LINE = /^[^[\]\n]{1,60}, \[\d{1,2}[^\]\n]{3,40}\]:?$/u
const PICTURES =
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u200D]|[\d#*]\uFE0F?\u20E3)+\s*/u
const NUMBERING =
  /^(?:№\s*)?\d{1,4}(?:[.)\]:]+(?:\s+|(?=\p{L}|["«“„]))|\s*(?=\t))|^(?:№|#|N[°º])\s?\d{1,4}(?:[.)\]:]+|\s)|^[[(](?:№\s?|#)?\d{1,4}[\])]\s*|^0\d{1,2}\s+(?=\p{L})/u
/** The last range: the symbols of Word's fonts. */
const BULLET = /^(?:(?:[\p{Pd}−*+]+|\[[ xхv✓✔]?\])\s+|[•·●▪◦‣▸►○■□✓✔☐☑⁃➤➢❖\uF020-\uF0FF]+\s*)/iu
const LEADING_TIME = new RegExp(
  String.raw`^[[(]?${TIME}(?:\s?[\p{Pd}−]\s?${TIME})?(?:[\])]\s*|\s)(?:[\p{Pd}−:|.]\s)?(?=\S)`,
  'u',
)
/** A karaoke disc and its track before a pair: «SC8125-03 - ». */
const DISC = /^[A-Z]{2,5}\d{3,5}(?:-\d{1,3})?(?: [\p{Pd}−])? (?=.{1,200}? [\p{Pd}−] )/u
const TRACK_NUMBER = /^0\d{1,2}\s?[\p{Pd}−]\s(?=\S)|^\d{1,3} [\p{Pd}−] (?=.{1,200}? [\p{Pd}−] )/u

const LENGTH = new RegExp(String.raw`\s+${TIME}$|\s*\(${TIME}\)$`, 'u')
const SOUND_FILE = /\.(?:mp3|wav|flac|m4a|ogg|aac|wma|opus|mid|kar|mp4|avi|mkv|cdg|zip)$/iu
const DISC_BEHIND = /\s\[[A-Z]{2,5}\d{3,5}-\d{1,3}\]$/u
const OF_RECORDING =
  /\s?[([](?:караоке|минус(?:овка)?|клип|текст|karaoke(?: version)?|minus|instrumental|backing track|official (?:music )?(?:video|audio)|lyrics?(?: video)?)[)\]]$/iu

const MARKDOWN_LINK = /\[([^[\]]{1,200})\]\((?:https?:|www\.)[^\s()]{1,2000}\)/giu
const LINK = /(\s|\()(?:https?:\/\/|www\.)[^\s()]+|^(?:https?:\/\/|www\.)[^\s()]+(?=\s)/giu
const EMPTY_BRACKETS = /\s*\(\s*\)/gu
const PATH = /^(?:file:\/\/\/?|[a-z]:[\\/]|\\\\|\/(?=[^/\s]+\/))/iu

/** «СЕТ 1», «VirtualDJ History 2026/11/20», the service lines of a playlist or a chat. */
const HEADING =
  /^(?:(?:сет|set|отделение|блок|часть)\s?[№#]?\s?\d{1,2}:?|virtualdj history\b.*|shazam library|трек-?лист:?|track ?list:?)$/iu
const SERVICE = /^#EXT|^#PLAYLIST:|^\[playlist\]$|^(?:NumberOfEntries|Version)=\d/iu

export const isHeading = (line: string) => HEADING.test(line) || CHAT_LINE.test(line)
export const isService = (line: string) => SERVICE.test(line)

/** A key after a gap, alone at the end of its line: the gap is read as a tab. */
const KEY_AFTER_GAP = /^[A-H](?:[#♯b♭]m?|m)\s*$/u

/**
 * Shortens runs of spaces. A pattern that searches for the end of a run from each of its positions would take minutes
 * on a hostile line.
 */
function tight(line: string): string {
  return line
    .replaceAll(/\s+/gu, (run, at: number) => {
      if (run.includes('\t')) return run.includes('\t\t') ? '\t\t' : '\t'
      const end = at + run.length
      return run.length > 1 && line.length < end + 9 && KEY_AFTER_GAP.test(line.slice(end))
        ? '\t'
        : ' '
    })
    .trim()
}

/** Returns the name of the file of a path, without its track number: «D:\Музыка\01 - Печаль.mp3». */
export function fileOf(path: string): string {
  const file = path.split(/[\\/]/u).at(-1) ?? ''
  const name = path.toLowerCase().startsWith('file:') ? percentDecoded(file) : file
  return name.replace(SOUND_FILE, '').replace(/^\d{1,3}(?:\s?[\p{Pd}−.]\s?|\s)(?=\p{L})/u, '')
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A pattern of what is taken off, or what takes it off. */
type Mark = RegExp | ((text: string) => string)

const BEFORE = [PICTURES, CHAT, BULLET, LEADING_TIME, NUMBERING, TRACK_NUMBER, DISC]
const BEHIND = [LENGTH, SOUND_FILE, DISC_BEHIND, OF_RECORDING]
/** As many marks as a line has at most on one side. */
const ROUNDS = 4

/** Takes marks off until there are none, and leaves something of the line. */
function without(line: string, marks: readonly Mark[]): string {
  let text = line
  for (let round = 0; round < ROUNDS; round++) {
    const before = text
    for (const mark of marks) {
      const rest = (mark instanceof RegExp ? text.replace(mark, '') : mark(text)).trim()
      if (rest !== '') text = rest
    }
    if (text === before) break
  }
  return text
}

/** Returns a line without its number, time, bullet, chat stamp, link, length, file extension, and what it says of playing. */
export function readBare(line: string): { text: string; details: LineDetails } {
  const short = tight(line)
  const named = short.replace(MARKDOWN_LINK, '$1')
  const unlinked = named.replace(LINK, '$1').replace(EMPTY_BRACKETS, '').trim()
  const text = unlinked === '' ? named : unlinked
  const song = PATH.test(text) ? fileOf(text) : without(text, BEFORE)
  let details: LineDetails = {}
  const withoutDetails = (before: string) => {
    const taken = takeDetails(before)
    details = { ...taken.details, ...details }
    return taken.rest
  }
  const bared = without(song, [...BEHIND, withoutDetails])
  const spaced = /^[^\s]*_-_[^\s]*$/u.test(bared) ? bared.replaceAll('_', ' ') : bared
  return { text: spaced, details }
}
