import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { fileNameOf, songOf, zipOf } from '#web/parts/songs/song-files.ts'
import { fieldsOf, readSheetFiles } from './sheet-files.ts'

const file = (name: string, bytes: Uint8Array | string) =>
  new File([new Uint8Array(typeof bytes === 'string' ? strToU8(bytes) : bytes)], name)
const WORDS = '[Am]Тёплое место, но у[F]лицы ждут\r\n\tотпечатков наших ног 🎸\n\n'

/** Overwrites the file sizes in an archive's headers. */
function withSize(zip: Uint8Array, size: number): Uint8Array {
  const view = new DataView(zip.buffer)
  for (let at = 0; at + 4 <= zip.length; at++) {
    const mark = view.getUint32(at, true)
    if (mark === 0x04034b50) view.setUint32(at + 22, size, true)
    if (mark === 0x02014b50) view.setUint32(at + 24, size, true)
  }
  return zip
}

test('three hundred texts go into a zip and come out the same, letter for letter', async () => {
  const odd = ['AC/DC', 'A — Б', 'Кто?', 'a:b*c', '«Ёлка»', 'Tool - Lateralus.cho', 'نص', '..']
  const sheets = Array.from({ length: 300 }, (_, n) => ({
    title: `${odd[n % odd.length]} ${n}`,
    artistName: n % 3 === 0 ? '' : `Группа ${odd[(n + 3) % odd.length]?.replace(' — ', ' ')}`,
    text: `{title: не то}\n${WORDS.repeat(n % 40)}${n}${n % 2 === 0 ? '\n' : ''}`,
  }))
  // A name without a performer is split at its divider.
  const plain = sheets.filter(({ title, artistName }) => artistName !== '' || !title.includes('—'))
  const read = await readSheetFiles([file('тексты.zip', await zipOf(plain))])
  const withName = plain.map((sheet) =>
    sheet.artistName === '' ? { ...sheet, title: 'не то' } : sheet,
  )
  // Those without a performer take their title from their text, and are versions of one song.
  const named = read.sheets.map(({ isVersion, ...sheet }) =>
    sheet.artistName === '' ? { ...sheet, title: 'не то' } : { ...sheet, isVersion },
  )
  const right = withName.map((sheet) =>
    sheet.artistName === '' ? sheet : { ...sheet, isVersion: false },
  )
  assert.deepEqual([named, read.left], [right, []])
})

test('a song is named by a file of ours, else by its text, else by its file', () => {
  const song = { title: 'Группа крови', artistName: 'Кино' }
  assert.deepEqual(songOf(fileNameOf(song), '{title: x}'), song)
  assert.deepEqual(songOf('k.cho', '{t: Группа крови}\n{artist: Кино}'), song)
  assert.deepEqual(songOf('Кино - Группа крови.txt', '[Am]Тёплое'), song)
  assert.deepEqual(songOf('Группа крови.txt', ''), { title: 'Группа крови', artistName: '' })
  assert.deepEqual(songOf('../../etc/Кино - Группа крови.cho', ''), song)
  assert.deepEqual(songOf('C:\\x\\Кино - Группа крови.cho', ''), song)
})

test('a name that no system would take is cut at a letter', () => {
  const name = fileNameOf({ title: 'Ё'.repeat(200), artistName: 'Ж'.repeat(200) })
  assert.ok(strToU8(name).length <= 255)
  assert.match(name, /^Ж+\.cho$/u)
})

test('what is no text of a song is left out with a reason', async () => {
  const zip = zipSync({
    'песни/Кино - Печаль.cho': strToU8(WORDS),
    'песни/обложка.jpg': strToU8('x'),
    'песни/внутри.zip': zipSync({ 'a.cho': strToU8('x') }),
    'песни/пусто.cho': strToU8(' \n'),
    'песни/Кино - Весна.cho': strToU8(`\uF0B7 ${WORDS}`),
    'песни/звук.cho': Uint8Array.from([0, 1, 2]),
    'песни/длинно.cho': strToU8('я'.repeat(40_000)),
    '__MACOSX/песни/._x.cho': strToU8('x'),
    '.DS_Store': strToU8('x'),
  })
  const word = zipSync({ '[Content_Types].xml': strToU8('x'), 'word/document.xml': strToU8('x') })
  const files = [file('a.zip', zip), file('b.pdf', 'x'), file('c.docx', word)]
  const { sheets, left } = await readSheetFiles(files)
  const found = { artistName: 'Кино', isVersion: false }
  assert.deepEqual(sheets, [
    { ...found, title: 'Печаль', text: WORDS },
    { ...found, title: 'Весна', text: `\uF0B7 ${WORDS}` },
  ])
  assert.deepEqual(left, [
    'песни/обложка.jpg: это не ChordPro',
    'песни/внутри.zip: это не ChordPro',
    'песни/пусто.cho: пустой файл',
    'песни/звук.cho: это не текст',
    'песни/длинно.cho: больше 64 КБ',
    'b.pdf: это не ChordPro',
    'c.docx: это документ Word, список песен из него вставьте в поле, текст песни сохраните как TXT',
  ])
})

test('an archive that unpacks to more than there is room for is refused, whatever it says of itself', async () => {
  const letters = new Uint8Array(20_000_000).fill(97)
  const bomb = zipSync({ 'a.cho': letters })
  const parts = Array.from(
    { length: 400 },
    (_, n) => [`${n}.cho`, letters.slice(0, 60_000)] as const,
  )
  const many = zipSync(Object.fromEntries(parts))
  const lies = [10, 0xfffffffe].map((size) => withSize(bomb.slice(), size))
  for (const zip of [bomb, ...lies, many])
    assert.deepEqual(await readSheetFiles([file('бомба.zip', zip)]), {
      sheets: [],
      left: ['бомба.zip: внутри больше 16 МБ'],
    })
})

test('a broken archive is refused in words, and the others are read', async () => {
  const whole = zipSync({ 'Кино - Печаль.cho': strToU8(WORDS.repeat(50)) })
  const cut = whole.slice(0, 90)
  const { sheets, left } = await readSheetFiles([file('x.zip', cut), file('y.zip', whole)])
  assert.equal(sheets.length, 1)
  assert.deepEqual(left, ['x.zip: архив повреждён'])
})

test('names of files from an older Windows are read in Russian, and accents stay', async () => {
  // «Кино - Печаль.cho» in cp866.
  const bytes = [0x8a, 0xa8, 0xad, 0xae, 0x20, 0x2d, 0x20, 0x8f, 0xa5, 0xe7, 0xa0, 0xab, 0xec]
  const zip = zipSync({ ['x'.repeat(bytes.length) + '.cho']: strToU8('Да') })
  for (let at = 0; at < zip.length; at++)
    if (bytes.every((_, n) => zip[at + n] === 0x78)) zip.set(bytes, at)
  const accents = zipSync({ 'Beyoncé - Déjà.cho': strToU8('No') })
  const { sheets } = await readSheetFiles([file('w.zip', zip), file('f.zip', accents)])
  assert.deepEqual(
    sheets.map(({ title, artistName }) => `${artistName}: ${title}`),
    ['Кино: Печаль', 'Beyoncé: Déjà'],
  )
})

test('no more than 25 000 songs and four million letters are taken', async () => {
  const book = (songs: number) => '{t: А}\n{ns}\n'.repeat(songs)
  const small = [file('А.cho', book(12_000)), file('Б.cho', book(13_001))]
  const many = await readSheetFiles(small)
  assert.equal(many.sheets.length, 25_000)
  assert.deepEqual(many.left, ['Б.cho, песня 13001: за раз берём до 25 000 песен'])
  const large = Array.from({ length: 70 }, (_, n) => file(`М - ${n}.cho`, 'x'.repeat(60_000)))
  const long = await readSheetFiles(large)
  assert.equal(long.sheets.length, 66)
  assert.equal(long.left[0], 'М - 66.cho: все тексты длиннее 4 миллионов знаков')
})

test('a book gives its songs, each with its own limit, key, capo and tempo', async () => {
  const songs = Array.from({ length: 42 }, (_, n) =>
    n === 7
      ? `{title: Песня ${n}}\n${'я'.repeat(40_000)}\n`
      : `{title: Песня ${n}}\n{artist: Проба}\n{key: Hm}\n{capo: 2}\n{tempo: 96.5}\n${WORDS}`,
  )
  const { sheets, left } = await readSheetFiles([file('книга.cho', songs.join('{new_song}\n'))])
  assert.equal(sheets.length, 41)
  assert.deepEqual(left, ['книга.cho, песня 8: больше 64 КБ'])
  assert.deepEqual([sheets[40]?.title, sheets[40]?.artistName], ['Песня 41', 'Проба'])
  assert.deepEqual(fieldsOf(sheets[0]?.text ?? ''), { key: 'Hm', capo: 2, tempo: 97 })
  assert.deepEqual(fieldsOf('{key: так себе}\n{capo: 0}'), {})
  const nameless = await readSheetFiles([file('Сборник.cho', 'Раз\n{ns}\nДва')])
  assert.deepEqual(
    nameless.sheets.map(({ title, artistName, text }) => [title, artistName, text]),
    [
      ['Сборник 1', '', 'Раз\n'],
      ['Сборник 2', '', 'Два'],
    ],
  )
})

test('texts of OpenSong and OnSong are read, other files of these names are not', async () => {
  const xml =
    '<song><title>Свет</title><author>Проба</author><lyrics>[V1]\n.Am\n Тихо</lyrics></song>'
  const { sheets, left } = await readSheetFiles([
    file('a.sng', xml),
    file('b.sng', '#Title=x\n---\nДа'),
    file('c.onsong', 'Тень\nПроба\nKey: G\n\n[G]Раз'),
  ])
  assert.deepEqual(
    sheets.map(({ title, artistName }) => `${artistName}: ${title}`),
    ['Проба: Свет', 'Проба: Тень'],
  )
  assert.deepEqual(left, ['b.sng: это не OpenSong'])
})

/** The archives of many programs, in our own words. */
const archive = async (name: string) =>
  file(name, await readFile(new URL(`./fixtures/${name}`, import.meta.url)))
const songsIn = async (name: string) => {
  const { sheets, left } = await readSheetFiles([await archive(name)])
  return [...sheets.map(({ title, artistName }) => `${artistName}: ${title}`), ...left].toSorted()
}

test('names in an archive are Russian whichever program packed it', async () => {
  const songs = ['ДДТ: Осень', 'Кино: Печаль', 'Чайф: Йод']
  const names = [
    'cp866-up-extra',
    'deflate-dd',
    'infozip-up-extra',
    'mac-noflag-nfd-dd',
    'prefixed',
    'stored-dd',
    'stored',
    'utf8-flag',
    'utf8-noflag-nfc',
    'win-cp1251',
    'win-cp866',
  ]
  for (const name of names) assert.deepEqual(await songsIn(`${name}.zip`), songs, name)
  assert.deepEqual(await songsIn('infozip-linux.zip'), [
    'ДДТ: Осень',
    'Кино: Печаль',
    'Чайф: Мой «й» ёж',
  ])
  assert.deepEqual(await songsIn('nfd-flag.zip'), ['Чайф: Йод'])
})

test('texts in an archive are decoded one by one', async () => {
  const { sheets } = await readSheetFiles([await archive('content-cp866-koi8.zip')])
  for (const { text } of sheets)
    assert.match(text.replaceAll('\r', ''), /^\uFEFF?Em {3}Am\nПолночь прошла\n/u)
  assert.equal(sheets.length, 4)
})

test('a folder is offered as the performer, not where it holds songs of many', async () => {
  assert.deepEqual(await songsIn('folders.zip'), [
    'ДДТ: Вступление',
    'ДДТ: Осень',
    'Кино: Печаль',
    'Сплин: Вступление',
  ])
  const zip = zipSync({
    'Мои песни/Печаль.txt': strToU8('a'),
    'Двор/Кино - Осень.txt': strToU8('a'),
    'Двор/Звезда.txt': strToU8('a'),
    'Рок/Би-2/Варвара.txt': strToU8('a'),
  })
  const { sheets } = await readSheetFiles([file('a.zip', zip)])
  assert.deepEqual(
    sheets.map(({ title, artistName }) => `${artistName}: ${title}`),
    [': Печаль', 'Кино: Осень', ': Звезда', 'Би-2: Варвара'],
  )
})

test('another text of a song is a version of it, and the same text is a repeat', async () => {
  const { sheets } = await readSheetFiles([
    file('Кино - Печаль.txt', 'один'),
    file('Кино - печаль.cho', 'два'),
    file('КИНО - Печаль.pro', 'один'),
    file('Кино - Печаль.crd', 'три'),
  ])
  assert.deepEqual(
    sheets.map(({ title, isVersion }) => [title, isVersion]),
    [
      ['Печаль', false],
      ['печаль (вторая версия)', true],
      ['Печаль', false],
      ['Печаль (третья версия)', true],
    ],
  )
})

/** Changes a field of two bytes in the headers of one file. */
function withField(zip: Uint8Array, fields: readonly (readonly [number, number, number])[]) {
  const view = new DataView(zip.buffer)
  for (let at = 0; at + 4 <= zip.length; at++)
    for (const [mark, field, value] of fields)
      if (view.getUint32(at, true) === mark) view.setUint16(at + field, value, true)
  return zip
}

test('a file that cannot be read is left out with its true reason, and the others are read', async () => {
  assert.deepEqual(await songsIn('bzip2.zip'), [
    'Кино - Печаль.txt: сжат способом bzip2, такой не читаем',
  ])
  const song = { 'Кино - Печаль.txt': strToU8(WORDS) }
  const central = 0x02014b50
  const reasonOf = async (...fields: (readonly [number, number, number])[]) => {
    const { left } = await readSheetFiles([file('a.zip', withField(zipSync(song), fields))])
    return left
  }
  const left = (why: string) => [`Кино - Печаль.txt: ${why}`]
  assert.deepEqual(await reasonOf([central, 8, 1]), left('под паролем, такое не читаем'))
  assert.deepEqual(await reasonOf([central, 10, 14]), left('сжат способом LZMA, такой не читаем'))
  assert.deepEqual(await reasonOf([0x04034b50, 26, 0xfff0]), left('файл повреждён'))
  const mixed = zipSync({ 'а - плохой.txt': strToU8(WORDS.repeat(9)), ...song })
  mixed.fill(0xff, 60, 80)
  const read = await readSheetFiles([file('a.zip', mixed)])
  assert.deepEqual([read.sheets.length, read.left], [1, ['а - плохой.txt: файл повреждён']])
})

test('files of an archive that lie upon each other, or outside it, are refused in time', async () => {
  const letters = new Uint8Array(60_000).map((_, at) => (at * at * 31) % 251)
  const parts = Array.from({ length: 300 }, (_, n) => [`${n}.txt`, letters] as const)
  const zip = zipSync(Object.fromEntries(parts), { level: 0 })
  const view = new DataView(zip.buffer)
  const lies = [0, 0xfffffff0]
  for (const place of lies) {
    const lying = zip.slice()
    const its = new DataView(lying.buffer)
    for (let at = 0; at + 4 <= zip.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) its.setUint32(at + 42, place, true)
    const { sheets, left } = await readSheetFiles([file('a.zip', lying)])
    assert.equal(sheets.length, 0)
    assert.ok(left.length > 0)
  }
})
