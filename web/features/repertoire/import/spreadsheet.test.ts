import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { columnsOf, songsOf } from '#domain/songs/song-columns.ts'
import { readSpreadsheet } from './spreadsheet.ts'

type Parts = Readonly<Record<string, string>>
const zipOf = (parts: Parts) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]))),
  )

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const BOOK = `${HEAD}<workbook xmlns:r="x"><sheets><sheet name="Пустой" sheetId="1" r:id="rId1"/><sheet name="Песни &amp; сеты" sheetId="2" r:id="rId2"/></sheets></workbook>`
const RELS = `${HEAD}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`
const STRINGS = `${HEAD}<sst><si><t>Репертуар «Ромашки»</t></si><si><t>Песня</t></si><si><t>Исполнитель</t></si><si><t>Длительность</t></si><si><t>Тональность</t></si><si><r><t>Гру</t></r><r><t xml:space="preserve">ппа крови</t></r><rPh><t>чтение</t></rPh></si><si><t>Кино &amp; &#1050;&#xB0;</t></si></sst>`
const STYLES = `${HEAD}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss"/><numFmt numFmtId="165" formatCode="[Red]0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>`
const cell = (at: string, value: number, rest = '') => `<c r="${at}"${rest}><v>${value}</v></c>`
const shared = (at: string, value: number) => cell(at, value, ' t="s"')
const SHEET = [
  `${HEAD}<worksheet><sheetData>`,
  `<row r="1">${shared('A1', 0)}</row>`,
  '<row r="2"><c r="A2"/></row>',
  `<row r="3">${shared('B3', 1)}${shared('C3', 2)}${shared('D3', 3)}${shared('E3', 4)}</row>`,
  `<row r="4">${cell('A4', 1)}${shared('B4', 5)}${shared('C4', 6)}${cell('D4', 0.15625, ' s="1"')}`,
  '<c r="E4" t="inlineStr"><is><t>Em</t></is></c></row>',
  `<row r="5">${cell('A5', 2)}<c r="B5" t="str"><f>A1</f><v>Осень &lt;3</v></c>`,
  `${shared('C5', 6)}${cell('D5', 0.00260416666, ' s="2"')}${cell('F5', 46_346, ' s="3"')}`,
  `${cell('G5', 7, ' s="4"')}<c r="H5" t="b"><v>1</v></c></row>`,
  '</sheetData></worksheet>',
].join('')
const XLSX = zipOf({
  'xl/workbook.xml': BOOK,
  'xl/_rels/workbook.xml.rels': RELS,
  'xl/sharedStrings.xml': STRINGS,
  'xl/styles.xml': STYLES,
  'xl/worksheets/sheet1.xml': `${HEAD}<worksheet><sheetData/></worksheet>`,
  'xl/worksheets/sheet2.xml': SHEET,
  'xl/media/image1.png': 'x',
})

async function sheetsOf(archive: Uint8Array<ArrayBuffer>) {
  const read = await readSpreadsheet(archive)
  assert.ok('sheets' in read, JSON.stringify(read))
  return read.sheets
}

const refusalOf = async (archive: Uint8Array<ArrayBuffer>) => {
  const read = await readSpreadsheet(archive)
  return 'refused' in read ? read.refused : ''
}

test('an Excel file with a title above its columns is read as it looks', async () => {
  const sheets = await sheetsOf(XLSX)
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['Песни & сеты'],
  )
  const rows = sheets[0]?.rows ?? []
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, cells]),
    [
      [1, ['Репертуар «Ромашки»']],
      [3, ['', 'Песня', 'Исполнитель', 'Длительность', 'Тональность']],
      [4, ['1', 'Группа крови', 'Кино & К°', '3:45:00', 'Em']],
      [5, ['2', 'Осень <3', 'Кино & К°', '0:03:45', '', '2026-11-20', '7', 'TRUE']],
    ],
  )
  assert.deepEqual(
    songsOf(columnsOf(rows)).map(({ number, title, fields }) => [number, title, fields]),
    [
      [4, 'Группа крови', { key: 'Em', seconds: 225 }],
      [5, 'Осень <3', { seconds: 225 }],
    ],
  )
})

const ods = (table: string) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${HEAD}<office:document-content><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
  })
const word = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`

test('an OpenDocument table is read, its repeats too', async () => {
  const [first, second] = await sheetsOf(
    ods(
      [
        '<table:table table:name="Песни">',
        `<table:table-row>${word('Песня')}<table:table-cell table:number-columns-repeated="2"/>${word('Артист')}</table:table-row>`,
        '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
        `<table:table-row>${word('Тёплое<text:s/>место<text:span>, но</text:span> улицы')}<table:table-cell><office:annotation><text:p>заметка</text:p></office:annotation><text:p>раз</text:p><text:p>два &amp; три</text:p></table:table-cell><table:table-cell/>${word('Кино')}</table:table-row>`,
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        '</table:table>',
        `<table:table table:name="Сет"><table:table-row>${word('Осень')}</table:table-row></table:table>`,
      ].join(''),
    ),
  )
  assert.deepEqual(
    first?.rows.map(({ number, cells }) => [number, cells]),
    [
      [1, ['Песня', '', '', 'Артист']],
      [5, ['Тёплое место, но улицы', 'раз\nдва & три', '', 'Кино']],
    ],
  )
  assert.deepEqual([second?.name, second?.rows.length], ['Сет', 1])
})

test('what is no table is refused with its reason', async () => {
  assert.match(await refusalOf(zipOf({ 'a.txt': 'Печаль' })), /^Это архив, а не таблица/u)
  assert.equal(
    await refusalOf(zipOf({ '[Content_Types].xml': 'x', 'word/document.xml': HEAD })),
    'Это документ Word. Откройте его, скопируйте песни и вставьте сюда.',
  )
  assert.equal(await refusalOf(ods('<table:table/>')), 'В этой таблице ничего нет')
  const cut = new Uint8Array(XLSX.subarray(0, 200))
  assert.equal(await refusalOf(cut), 'Таблица не читается: архив повреждён')
  const large = zipOf({ 'xl/workbook.xml': BOOK, 'xl/styles.xml': 'я'.repeat(9_000_000) })
  assert.equal(await refusalOf(large), 'Таблица не читается: внутри больше 16 МБ')
})

test('hostile tables are read to an end, and no entity of their own is expanded', async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "бум"><!ENTITY c "&b;&b;&b;">]>`
  const [expanded] = await sheetsOf(
    ods(
      `${bomb}<table:table><table:table-row>${word('Печаль &c;')}</table:table-row></table:table>`,
    ),
  )
  assert.deepEqual(expanded?.rows[0]?.cells, ['Печаль &c;'])
  const wide = `<table:table><table:table-row>${`<table:table-cell table:number-columns-repeated="999999999"/>`.repeat(1000)}${word('а')}</table:table-row></table:table>`
  assert.equal(await refusalOf(ods(wide)), 'В этой таблице ничего нет')
  const sheet = (xml: string) =>
    zipOf({
      'xl/workbook.xml': BOOK,
      'xl/_rels/workbook.xml.rels': RELS,
      'xl/worksheets/sheet2.xml': xml,
    })
  const lying = `<row r="4000000000"><c r="ZZZ1"><v>1</v></c><c r="B1" t="s"><v>77</v></c><c r="-"><v>а</v></c></row>`
  assert.deepEqual((await sheetsOf(sheet(lying)))[0]?.rows[0]?.cells, ['', '', 'а'])
  for (const xml of ['<'.repeat(2_000_000), '<row '.repeat(400_000), '<!--'.repeat(400_000)])
    assert.equal(await refusalOf(sheet(xml)), 'В этой таблице ничего нет')
  const rows = '<row><c t="inlineStr"><is><t>а</t></is></c></row>'.repeat(200_000)
  assert.equal((await sheetsOf(sheet(rows)))[0]?.rows.length, 50_000)
})

test('a text that a table repeats does not fill the memory, nor a sheet that is listed many times', async () => {
  const book = (sheets: number) =>
    BOOK.replace(/<sheet name="Песни[^>]*\/>/u, (one) => one.repeat(sheets))
  const files = (sheets: number, texts: string, sheet: string) =>
    zipOf({
      'xl/workbook.xml': book(sheets),
      'xl/_rels/workbook.xml.rels': RELS,
      'xl/sharedStrings.xml': `<sst><si><t>${texts}</t></si></sst>`,
      'xl/worksheets/sheet2.xml': sheet,
    })
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(99)}</row>`
  const bomb = files(1, 'а'.repeat(200_000), row.repeat(2000))
  assert.equal(await refusalOf(bomb), 'Таблица не читается: внутри больше 16 МБ')
  const [first, second] = await sheetsOf(files(50, 'а', row.repeat(5)))
  assert.equal(first?.rows.length, 5)
  assert.equal(second?.rows, first?.rows)
})
