import { Refusal } from '#domain/refusal.ts'
import { LIST_ROWS_MAX } from '#domain/songs/song-columns.ts'
import type { Row } from '#domain/songs/song-table.ts'
import { decodeAs } from '#domain/songs/text-encoding.ts'
import { xmlText } from '#domain/songs/xml-text.ts'
import { isWord, readZip, UNPACKED_TOO_LARGE } from './zip.ts'

/** A sheet of a table, without its empty rows. */
export type SpreadsheetPage = { name: string; rows: readonly Row[] }

const COLUMNS_MOST = 100
const ROWS_MOST = 2 * LIST_ROWS_MAX
const CELL_MOST = 200_000
const SHEETS_MOST = 50
/** In all sheets; a text that many cells share is counted in each. */
const LETTERS_MOST = 16 * 1024 * 1024
/** How many more letters are taken. */
type Room = { letters: number }

type Tag = {
  name: string
  attributes: string
  /** Closes an element; one that closes itself opens and closes at once. */
  isClosing: boolean
  isEmpty: boolean
  /** The text between this tag and the next. */
  text: string
}

/** Reads XML tag by tag, each name without its prefix. What is no element is passed over. */
function* tagsIn(xml: string): Generator<Tag> {
  let at = xml.indexOf('<')
  while (at >= 0) {
    const isData = xml.startsWith('<![CDATA[', at)
    const isComment = xml.startsWith('<!--', at)
    const close = isData ? ']]>' : isComment ? '-->' : '>'
    const end = xml.indexOf(close, at)
    if (end < 0) return
    const after = end + close.length
    const next = xml.indexOf('<', after)
    const text = xml.slice(after, next < 0 ? undefined : next)
    const inner = xml.slice(at + 1, end)
    const isElement = !isComment && !isData && !inner.startsWith('!') && !inner.startsWith('?')
    if (isElement) {
      const isClosing = inner.startsWith('/')
      const isEmpty = inner.endsWith('/')
      const body = inner.slice(isClosing ? 1 : 0, isEmpty ? -1 : undefined)
      const gap = body.search(/\s/u)
      const whole = gap < 0 ? body : body.slice(0, gap)
      yield {
        name: whole.slice(whole.indexOf(':') + 1),
        attributes: gap < 0 ? '' : body.slice(gap),
        isClosing,
        isEmpty,
        text,
      }
    }
    at = next
  }
}

/** The value of an attribute, named with its prefix if it has one. */
function attribute(attributes: string, name: string): string | null {
  for (const quote of ['"', "'"]) {
    const mark = ` ${name}=${quote}`
    const from = attributes.replaceAll(/\s/gu, ' ').indexOf(mark)
    if (from < 0) continue
    const start = from + mark.length
    const end = attributes.indexOf(quote, start)
    if (end >= 0) return xmlText(attributes.slice(start, end))
  }
  return null
}

const numberOf = (text: string | null) => Number.parseInt(text ?? '', 10)

/** Collects rows of one sheet; the empty ones and what is beyond the limits are left out. Refuses too much text. */
function makeRows(room: Room) {
  const rows: Row[] = []
  return {
    rows,
    add(number: number, cells: readonly string[]) {
      const full = Array.from(cells, (cell) => (cell ?? '').slice(0, CELL_MOST))
      room.letters -= full.reduce((sum, cell) => sum + cell.length, 0)
      if (room.letters < 0) throw new Refusal('VALIDATION', UNPACKED_TOO_LARGE)
      if (rows.length < ROWS_MOST && full.some((cell) => cell.trim() !== ''))
        rows.push({ number, text: full.filter((cell) => cell !== '').join(' — '), cells: full })
    },
  }
}

type Files = ReadonlyMap<string, string>

/** The texts that cells share, in order: each may be in pieces of several fonts; readings aloud are left out. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text: string | null = null
  let isAloud = false
  for (const tag of tagsIn(xml)) {
    if (tag.name === 'si') {
      if (tag.isClosing || tag.isEmpty) texts.push(text ?? '')
      text = tag.isClosing ? null : ''
    } else if (tag.name === 'rPh') isAloud = !tag.isClosing
    else if (tag.name === 't' && !tag.isClosing && text !== null && !isAloud)
      text += xmlText(tag.text)
  }
  return texts
}

/** The numbers of cell styles that show a time or a date. */
function momentStyles(xml: string): { times: ReadonlySet<number>; dates: ReadonlySet<number> } {
  const times = new Set([18, 19, 20, 21, 45, 46, 47])
  const dates = new Set([14, 15, 16, 17, 22])
  const found = { times: new Set<number>(), dates: new Set<number>() }
  let isList = false
  let at = 0
  for (const { name, attributes, isClosing } of tagsIn(xml)) {
    const id = numberOf(attribute(attributes, 'numFmtId'))
    if (name === 'numFmt') {
      const code = (attribute(attributes, 'formatCode') ?? '').replaceAll(
        /"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/giu,
        '',
      )
      if (/[dy]/iu.test(code)) dates.add(id)
      else if (/[hs]/iu.test(code)) times.add(id)
    } else if (name === 'cellXfs') isList = !isClosing
    else if (name === 'xf' && isList && !isClosing) {
      if (times.has(id)) found.times.add(at)
      if (dates.has(id)) found.dates.add(at)
      at++
    }
  }
  return found
}

const DAY_S = 86_400
const two = (n: number) => String(n).padStart(2, '0')

/** «0:03:45» for a part of a day, «2026-11-20» for days since 1900. */
function momentOf(value: string, isTime: boolean): string {
  const days = Number(value)
  if (!Number.isFinite(days) || days < 0 || days > 2_958_465) return value
  if (!isTime) return new Date((days - 25_569) * DAY_S * 1000).toISOString().slice(0, 10)
  const seconds = Math.round(days * DAY_S)
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The place of the column «AB», from 0. */
function columnOf(reference: string | null): number {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0]
  if (letters === undefined) return Number.NaN
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readWorksheet(
  xml: string,
  files: { texts: readonly string[]; room: Room } & ReturnType<typeof momentStyles>,
) {
  const { rows, add } = makeRows(files.room)
  let row: string[] = []
  let number = 0
  let column = -1
  let type: string | null = null
  let style = 0
  let value = ''
  const put = () => {
    if (column < 0 || column >= COLUMNS_MOST) return
    const isMoment = type === null || type === 'n'
    if (type === 's') row[column] = files.texts[Number(value)] ?? ''
    else if (type === 'b') row[column] = value === '1' ? 'TRUE' : 'FALSE'
    else if (isMoment && files.times.has(style)) row[column] = momentOf(value, true)
    else if (isMoment && files.dates.has(style)) row[column] = momentOf(value, false)
    else row[column] = value
  }
  for (const { name, attributes, isClosing, isEmpty, text } of tagsIn(xml)) {
    if (name === 'row' && !isClosing) {
      number = Math.max(number + 1, numberOf(attribute(attributes, 'r')) || 0)
      row = []
      column = -1
    } else if (name === 'row') add(number, row)
    else if (name === 'c' && !isClosing) {
      const at = columnOf(attribute(attributes, 'r'))
      column = Number.isNaN(at) ? column + 1 : at
      type = attribute(attributes, 't')
      style = numberOf(attribute(attributes, 's')) || 0
      value = ''
    } else if (name === 'c') {
      if (value !== '') put()
    } else if ((name === 'v' || name === 't') && !isClosing && !isEmpty) value += xmlText(text)
    if (rows.length >= ROWS_MOST) break
  }
  return rows
}

function readXlsx(files: Files, workbook: string, room: Room): SpreadsheetPage[] {
  const targets = new Map<string, string>()
  for (const { attributes } of tagsIn(files.get('xl/_rels/workbook.xml.rels') ?? ''))
    targets.set(
      attribute(attributes, 'Id') ?? '',
      `xl/${attribute(attributes, 'Target') ?? ''}`.replace(/^xl\/\/?xl\//u, 'xl/'),
    )
  const texts = sharedTexts(files.get('xl/sharedStrings.xml') ?? '')
  const styles = momentStyles(files.get('xl/styles.xml') ?? '')
  const sheets: SpreadsheetPage[] = []
  // A sheet that is listed again is not read again.
  const read = new Map<string, readonly Row[]>()
  for (const { name, attributes, isClosing } of tagsIn(workbook)) {
    if (name !== 'sheet' || isClosing || sheets.length >= SHEETS_MOST) continue
    const path = targets.get(attribute(attributes, 'r:id') ?? '') ?? ''
    const rows = read.get(path) ?? readWorksheet(files.get(path) ?? '', { texts, room, ...styles })
    read.set(path, rows)
    sheets.push({ name: attribute(attributes, 'name') ?? '', rows })
  }
  return sheets
}

/** A cell or row that repeats far to the edge of the sheet is empty; one with words counts once. */
function readOds(xml: string, room: Room): SpreadsheetPage[] {
  const sheets: SpreadsheetPage[] = []
  let add: ReturnType<typeof makeRows>['add'] = () => undefined
  let row: string[] = []
  let number = 0
  let cell: string[] | null = null
  let repeats = 1
  let place = 0
  let isNote = false
  for (const { name, attributes, isClosing, isEmpty, text } of tagsIn(xml)) {
    const count = (which: string) =>
      Math.max(1, numberOf(attribute(attributes, `table:number-${which}-repeated`)) || 1)
    if (name === 'table' && !isClosing) {
      if (sheets.length >= SHEETS_MOST) break
      const rows = makeRows(room)
      add = rows.add
      number = 0
      sheets.push({ name: attribute(attributes, 'table:name') ?? '', rows: rows.rows })
    } else if (name === 'table-row' && !isClosing) {
      row = []
      number++
      repeats = count('rows')
    }
    if (name === 'table-row' && (isClosing || isEmpty)) {
      add(number, row)
      number += repeats - 1
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      if (!isClosing) {
        place = row.length
        cell = place < COLUMNS_MOST ? [] : null
        const end = Math.min(COLUMNS_MOST, place + count('columns'))
        while (row.length < end) row.push('')
      }
      if ((isClosing || isEmpty) && cell !== null) {
        row[place] = cell.join('\n')
        cell = null
      }
    } else if (name === 'annotation') isNote = !isClosing
    else if (cell !== null && !isNote) {
      if (name === 'p' && !isClosing) cell.push(isEmpty ? '' : xmlText(text))
      else if (name !== 'p' || !isClosing) {
        const last = cell.pop() ?? ''
        const gap = name === 's' ? ' ' : name === 'line-break' ? '\n' : name === 'tab' ? '\t' : ''
        cell.push(last + gap + xmlText(text))
      }
    }
  }
  return sheets
}

const WANTED =
  /^(?:content\.xml|mimetype|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]{1,100}\.xml)$/u

/** Reads an XLSX or ODS file; its sheets that are not empty, or why there are none. */
export async function readSpreadsheet(
  archive: Uint8Array<ArrayBuffer>,
): Promise<{ sheets: readonly SpreadsheetPage[]; at: number } | { refused: string }> {
  try {
    if (isWord(archive))
      return { refused: 'Это документ Word. Откройте его, скопируйте песни и вставьте сюда.' }
    const members = await readZip(archive, (path) => WANTED.test(path))
    const wrong = members.find((member) => 'why' in member)
    if (wrong !== undefined && 'why' in wrong)
      return { refused: `Таблица не читается: ${wrong.why}` }
    const files = new Map(
      members.map((member) => [
        member.path,
        'bytes' in member ? decodeAs(member.bytes, 'utf-8') : '',
      ]),
    )
    const workbook = files.get('xl/workbook.xml')
    const content = files.get('content.xml')
    if (workbook === undefined && content === undefined)
      return {
        refused:
          'Это архив, а не таблица. Тексты песен в zip выберите другой кнопкой, таблицу сохраните как XLSX или CSV.',
      }
    const room = { letters: LETTERS_MOST }
    const all =
      workbook === undefined ? readOds(content ?? '', room) : readXlsx(files, workbook, room)
    const sheets = all.filter(({ rows }) => rows.length > 0)
    return sheets.length === 0 ? { refused: 'В этой таблице ничего нет' } : { sheets, at: 0 }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: `Таблица не читается: ${error.message}` }
  }
}
