// Texts with chords of other programs, rewritten into those that `readSheet` reads.

import { xmlText } from './xml-text.ts'

const NEW_SONG = /^\s*\{\s*(?:new_song|ns)\s*(?::[^}]*)?\}\s*$/iu

/** Returns the songs of a ChordPro book, each with nothing of the one before; a single text where it is no book. */
export function songsOfBook(text: string): string[] {
  const songs: string[][] = [[]]
  for (const line of text.match(/[^\n]*\n|[^\n]+/gu) ?? [])
    if (NEW_SONG.test(line)) songs.push([])
    else songs.at(-1)?.push(line)
  if (songs.length === 1) return [text]
  const isSaid = (line: string) => line.trim() !== '' && !line.startsWith('#')
  return songs.filter((lines) => lines.some(isSaid)).map((lines) => lines.join(''))
}

/** The text of the first element of a name; '' where there is none. */
function elementOf(xml: string, name: string): string {
  const open = new RegExp(`<${name}(?:\\s[^<>]{0,200})?>`, 'iu').exec(xml)
  if (open === null) return ''
  const from = open.index + open[0].length
  const to = xml.indexOf(`</${open[0].slice(1, 1 + name.length)}>`, from)
  if (to < 0) return ''
  const inside = xml.slice(from, to)
  const [, data = inside] = /^\s*<!\[CDATA\[([^]*)\]\]>\s*$/u.exec(inside) ?? []
  return data === inside ? xmlText(inside) : data
}

const OPENSONG_PARTS: Readonly<Record<string, string>> = {
  V: 'Куплет',
  C: 'Припев',
  B: 'Бридж',
  P: 'Предприпев',
  T: 'Тег',
}

const directive = (name: string, value: string): string[] =>
  value.trim() === '' ? [] : [`{${name}: ${value.trim().replaceAll(/[{}\r\n]+/gu, ' ')}}`]

/** Returns a song of OpenSong as ChordPro with chords over its words; null where the text is none. */
export function fromOpenSong(xml: string): string | null {
  if (!/^\uFEFF?\s*<(?:\?xml|song[\s>])/iu.test(xml)) return null
  const lyrics = elementOf(xml, 'lyrics')
  if (!/<song[\s>]/iu.test(xml.slice(0, 2000)) || lyrics.trim() === '') return null
  const lines = lyrics.split(/\r\n|\r|\n/u).flatMap((line) => {
    const [, letter = '', number = ''] = /^\s*\[([A-Z])(\d*)\]\s*$/u.exec(line) ?? []
    const part = OPENSONG_PARTS[letter]
    if (part !== undefined) return [`{comment: ${`${part} ${number}`.trim()}}`]
    if (line.startsWith(';')) return directive('comment', line.slice(1))
    if (/^\s*(?:---|\|\|)/u.test(line)) return []
    // The first column is a sign: a full stop before chords, a space or a verse's number before words.
    return [/^[. \d]/u.test(line) ? line.slice(1).replaceAll(/[_|]/gu, '') : line]
  })
  return [
    ...directive('title', elementOf(xml, 'title')),
    ...directive('artist', elementOf(xml, 'author')),
    ...directive('key', elementOf(xml, 'key')),
    ...directive('capo', elementOf(xml, 'capo')),
    ...directive('tempo', elementOf(xml, 'tempo')),
    ...lines,
  ].join('\n')
}

const ONSONG_FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  artist: 'artist',
  author: 'artist',
  key: 'key',
  capo: 'capo',
  tempo: 'tempo',
  bpm: 'tempo',
}
const ONSONG_HEAD = 20

/** Returns a text of OnSong as ChordPro: its head is a title, a performer and «Name: value» up to the first empty line. */
export function fromOnSong(text: string): string {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u)
  const end = lines.findIndex((line) => line.trim() === '')
  const head = end < 0 || end > ONSONG_HEAD ? [] : lines.slice(0, end)
  if (head.length === 0 || head.some((line) => /^\s*\{/u.test(line))) return text
  const read = head.map((line, i) => {
    const [, name = '', value = ''] = /^([A-Za-z ]{2,20}):\s?(.*)$/u.exec(line) ?? []
    const known = ONSONG_FIELDS[name.trim().toLowerCase()]
    if (known !== undefined) return directive(known, value.replaceAll(/[[\]]/gu, ''))
    if (name !== '') return [`# ${line}`]
    return i === 0 ? directive('title', line) : i === 1 ? directive('artist', line) : [line]
  })
  return [...read.flat(), ...lines.slice(end)].join('\n')
}
