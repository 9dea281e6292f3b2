import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { fieldsOf, fileNameOf, readSheetFiles, songOf, zipOf } from './sheet-files.ts'

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
  assert.deepEqual(read, { sheets: withName, left: [] })
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
    'песни/звук.cho': Uint8Array.from([0, 1, 2]),
    'песни/длинно.cho': strToU8('я'.repeat(40_000)),
    '__MACOSX/песни/._x.cho': strToU8('x'),
    '.DS_Store': strToU8('x'),
  })
  const { sheets, left } = await readSheetFiles([file('a.zip', zip), file('b.pdf', 'x')])
  assert.deepEqual(sheets, [{ title: 'Печаль', artistName: 'Кино', text: WORDS }])
  assert.deepEqual(left, [
    'песни/обложка.jpg: это не ChordPro',
    'песни/внутри.zip: это не ChordPro',
    'песни/пусто.cho: пустой файл',
    'песни/звук.cho: это не текст',
    'песни/длинно.cho: больше 64 КБ',
    'b.pdf: это не ChordPro',
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

test('no more than a thousand songs and four million letters are taken', async () => {
  const small = Array.from({ length: 1001 }, (_, n) => file(`М - ${n}.cho`, 'x'))
  const many = await readSheetFiles(small)
  assert.equal(many.sheets.length, 1000)
  assert.deepEqual(many.left, ['М - 1000.cho: за раз берём до 1 000 песен'])
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
  assert.deepEqual(nameless.sheets, [
    { title: 'Сборник 1', artistName: '', text: 'Раз\n' },
    { title: 'Сборник 2', artistName: '', text: 'Два' },
  ])
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
