import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { asChordPro } from '#domain/songs/written-sheets.ts'
import { SHEETS } from '#domain/songs/sheets.fixture.ts'
import { songsOfBook } from '#domain/songs/other-sheets.ts'
import { readSheetFiles } from './sheet-files.ts'
import { zipOf } from '#web/parts/songs/song-files.ts'

const names = (zip: Uint8Array) => Object.keys(unzipSync(zip))

test('songs go into a zip and come back the same, by title, performer and text', async () => {
  const texts = Object.values(SHEETS).flatMap(songsOfBook)
  const odd = ['AC/DC', 'A — Б', 'Кто?', 'Ёлка', '__proto__', 'نص', 'Я'.repeat(200)]
  const sheets = odd.flatMap((artistName, n) =>
    texts.map((text, at) => {
      const song = { artistName, title: `${odd[(n + 1) % odd.length]} ${at}` }
      // A text that names another song would be its own.
      const bare = text.replaceAll(/^\{(?:title|artist|t|st): .*\}\n/gmu, '')
      return { ...song, text: asChordPro(bare, song) }
    }),
  )
  const zip = await zipOf(sheets)
  const { sheets: read, left } = await readSheetFiles([new File([zip], 'Тексты.zip')])
  assert.deepEqual(left, [])
  assert.deepEqual(
    read,
    sheets.map((sheet) => ({ ...sheet, isVersion: false })),
  )
})

test('names say the song in UTF-8, and no two are the same on any system', async () => {
  const song = { title: 'Звезда', artistName: 'Кино', text: '[Am]А' }
  const zip = await zipOf([
    song,
    { ...song, title: 'ЗВЕЗДА' },
    { ...song, title: 'Звезда'.normalize('NFD') },
    { ...song, title: 'Кино — Звезда', artistName: '' },
  ])
  assert.deepEqual(names(zip), [
    'Кино — Звезда.cho',
    'Кино - ЗВЕЗДА (2).cho',
    'Кино - Звезда (3).cho',
    'Кино - Звезда.cho',
  ])
  const view = new DataView(zip.buffer)
  assert.equal(view.getUint16(6, true) & 0x800, 0x800)
})
