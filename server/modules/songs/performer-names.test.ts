import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { makeIndexBuilder } from '#packages/song-search/index-builder.ts'
import { openIndex } from '#packages/song-search/song-index.ts'
import { makeSongSearch } from '#packages/song-search/song-search.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { uuidOf } from '#domain/uuid.ts'
import { readCatalogue } from './catalogue.ts'
import type { SongText } from './catalogue.ts'
import { PERFORMER_NAMES } from './performer-names.ts'

let songs: SongText[]
const search = makeSongSearch(PERFORMER_NAMES)
before(async () => {
  songs = await readCatalogue()
  const builder = makeIndexBuilder()
  for (const [at, { title, artistName }] of songs.entries())
    builder.add({ id: idOf(at), key: songKey(title, artistName), orders: 0 })
  search.replace(openIndex(builder.build()))
})

const idOf = (at: number) => uuidOf(at.toString(16).padStart(32, '0'))
const found = (input: string) =>
  search
    .search(input, { limit: 30 })
    .flatMap(({ id }) => songs[Number.parseInt(id.replaceAll('-', ''), 16)] ?? [])
const ofPerformer = (name: string) => songs.filter(({ artistName }) => artistName === name)

for (const [performer, inputs] of [
  ['Кино', ['цой', 'виктор цой', 'Цой Виктор', 'wjq']],
  ['ДДТ', ['шевчук', 'юрий шевчук', 'шевч']],
  ['Аквариум', ['бг', 'БГ', 'гребенщиков', 'борис гребенщиков']],
  ['Наутилус Помпилиус', ['нау', 'наутилус', 'бутусов']],
  ['Король и Шут', ['киш', 'горшок', 'горшенёв михаил']],
  ['Гражданская оборона', ['летов']],
  ['Чиж & Co', ['чиж', 'чиграков']],
  ['Сектор Газа', ['секторгаза', 'юра хой']],
  ['Машина времени', ['макаревич']],
  ['Алиса', ['кинчев']],
  ['Мумий Тролль', ['лагутенко']],
  ['The Beatles', ['битлз', 'Битлс', 'битлы']],
  ['The Rolling Stones', ['роллинг стоунз', 'ролинг стоунз']],
  ['Rammstein', ['рамштайн']],
  ['Michael Jackson', ['майкл джексон', 'майкл джек']],
  ['George Michael', ['джордж майкл']],
  ['Modern Talking', ['модерн токинг']],
  ['t.A.T.u.', ['тату']],
  ['Би-2', ['би2', 'Би-2']],
  ['Boney M.', ['бони м', 'бонием']],
  ['AC/DC', ['эйси диси', 'acdc']],
  ['Muse', ['мьюз']],
  ['Bee Gees', ['би джиз']],
  ['P!nk', ['пинк']],
] as const)
  for (const input of inputs)
    test(`«${input}» finds all songs of «${performer}» before any of others`, () => {
      const wanted = ofPerformer(performer)
      assert.ok(wanted.length > 0)
      const first = found(input).slice(0, wanted.length)
      const strange = first.filter(({ artistName }) => artistName !== performer)
      assert.deepEqual(strange, [])
      assert.equal(first.length, wanted.length)
    })

for (const [input, title] of [
  ['битлз йестердей', 'Yesterday'],
  ['рамштайн ду хаст', 'Du hast'],
  ['тату я сошла с ума', 'Я сошла с ума'],
  ['би2 варвара', 'Варвара'],
] as const)
  test(`«${input}» finds «${title}»`, () => {
    assert.equal(found(input)[0]?.title, title)
  })

test('songs with the word itself come first', () => {
  const artists = found('носков').map(({ artistName }) => artistName)
  assert.equal(artists[0], 'Николай Носков')
  assert.ok(artists.includes('Парк Горького'))
})
