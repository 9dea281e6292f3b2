import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, everyEndpoint } from '#contract/index.ts'
import { ALL_TEXTS_MOST, SONG_TEXT_MOST } from '#domain/songs/song-text.ts'
import { asChordPro } from '#domain/songs/written-sheets.ts'
import { SECOND_MS } from '#domain/time.ts'
import { makeLog } from '#server/platform/lifecycle/log.ts'
import * as fc from '#test/support/inputs/fast-check.ts'
import { inputOf } from '#test/support/inputs/fuzz.ts'
import { makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let log = ''

before(async () => {
  world = await makeWorld({ log: makeLog('debug', { write: (line) => void (log += line) }) })
})
after(() => world.close())

type As = { token?: string }
type Cursor = { since: string; after: string }

const save = (as: As, ...texts: { songId: string; text: string; transpose?: number }[]) =>
  world.call(api.artist.saveSongTexts, { body: { texts } }, as)
const read = async (as: As, query: Partial<Cursor> = {}) =>
  (await world.ok(api.artist.songTexts, { query }, as)).texts

async function secondPad({ as, concertId }: TestStage): Promise<As> {
  const body = { sessionId: concertId, name: 'Лёша' }
  const { link } = await world.ok(api.artist.addSecondPad, { body }, as)
  return { token: link.split('#')[1] ?? '' }
}

let songs = 0
const newSongs = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.song(`Песня ${(songs += 1)}`, 'Хор')))

/** Longer together than may be, each later than the one before; returns their songs, which are in no repertoire. */
async function withLongestTexts({ id: artistId }: TestArtist): Promise<string[]> {
  const songIds = await newSongs(Math.ceil(ALL_TEXTS_MOST / SONG_TEXT_MOST))
  const text = 'a'.repeat(SONG_TEXT_MOST)
  const rows = songIds.map((songId, nth) => {
    const updatedAt = new Date(world.now().getTime() - (songIds.length - nth) * SECOND_MS)
    return { artistId, songId, text, updatedAt }
  })
  await world.sql.insertInto('songTexts').values(rows).execute()
  return songIds
}

const play = ({ id: artistId }: TestArtist, songIds: readonly string[]) =>
  world.sql
    .insertInto('repertoire')
    .values(songIds.map((songId) => ({ artistId, songId, addedAt: world.now() })))
    .execute()

describe('the text of a song', () => {
  test('is saved letter for letter, replaced and taken away', async () => {
    const artist = await world.artist()
    const [songId = '', other = ''] = await newSongs(2)
    const text = '{title: Весна}\r\n[Am]Ра\tз  \n\n«два» 🎸\\ {'
    assert.equal((await save(artist, { songId, text })).status, 200)
    const own = () => world.ok(api.artist.songText, { query: { songId } }, artist)
    assert.deepEqual(await own(), { text })
    const none = await world.ok(api.artist.songText, { query: { songId: other } }, artist)
    assert.deepEqual(none, { text: '' })
    const twice = [
      { songId, text: 'раз' },
      { songId, text: 'два' },
    ]
    await save(artist, ...twice)
    assert.deepEqual(await own(), { text: 'два' })
    await save(artist, { songId, text: '' })
    assert.deepEqual(
      (await read(artist)).map((one) => [one.songId, one.text]),
      [[songId, '']],
      'a pad learns that it was taken away',
    )
  })

  test('marks its song in the repertoire, with chords or without', async () => {
    const artist = await world.artist()
    const [songId = ''] = await newSongs(1)
    const body = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body }, artist)
    const marks: unknown[] = []
    for (const text of ['[Am]Раз', 'Раз', '', '  Am F\nРаз два']) {
      await save(artist, { songId, text })
      const [song] = await world.ok(api.artist.repertoire, { query: {} }, artist)
      marks.push(song?.text)
    }
    assert.deepEqual(marks, ['chords', 'words', undefined, 'chords'])
  })

  test('is refused where it is too long, of no song, or one too many', async () => {
    const artist = await world.artist()
    const [songId = ''] = await newSongs(1)
    const long = await save(artist, { songId, text: 'я'.repeat(SONG_TEXT_MOST / 2 + 1) })
    assert.deepEqual(
      [long.status, long.failure.fields],
      [400, { text: 'Текст больше 64 КБ: сократите его' }],
    )
    const unknown = { songId: artist.id, text: 'слова' }
    assert.equal((await save(artist, { songId, text: 'слова' }, unknown)).failure.code, 'NOT_FOUND')
    assert.deepEqual(await read(artist), [], 'all of them or none')
    await play(artist, await withLongestTexts(artist))
    assert.equal((await save(artist, { songId, text: 'слова' })).failure.code, 'ILLEGAL_STEP')
  })

  test('takes the room of texts whose songs left the repertoire, of the oldest first', async () => {
    const artist = await world.artist()
    const left = await withLongestTexts(artist)
    const [songId = ''] = await newSongs(1)
    await play(artist, [songId])
    assert.equal((await save(artist, { songId, text: 'слова' })).status, 200)
    const kept: string[] = []
    for (const id of [songId, ...left]) {
      const { text } = await world.ok(api.artist.songText, { query: { songId: id } }, artist)
      if (text !== '') kept.push(id)
    }
    assert.deepEqual(kept, [songId, ...left.slice(1)])
  })
})

describe('changes of texts', () => {
  test('come in parts, each once, the newest last', async () => {
    const artist = await world.artist()
    const ids = await newSongs(60)
    for (let at = 0; at < ids.length; at += 20)
      await save(artist, ...ids.slice(at, at + 20).map((songId) => ({ songId, text: songId })))
    const first = await world.ok(api.artist.songTexts, { query: {} }, artist)
    assert.deepEqual([first.texts.length, first.more], [50, true])
    const cursorOf = (texts: typeof first.texts): Cursor => {
      const { updatedAt = '', songId = '' } = texts.at(-1) ?? {}
      return { since: updatedAt, after: songId }
    }
    const rest = await read(artist, cursorOf(first.texts))
    const all = [...first.texts, ...rest].map(({ songId }) => songId)
    assert.deepEqual(all.toSorted(), ids.toSorted())
    const end = cursorOf(rest)
    assert.deepEqual(await read(artist, end), [])
    const [songId = ''] = ids
    const body = { songId, semitones: -3 }
    await world.ok(api.artist.transposeSong, { body }, artist)
    await save(artist, { songId: ids[1] ?? '', text: 'новый' })
    assert.deepEqual(
      (await read(artist, end)).map((one) => [one.text, one.transpose]),
      [
        [songId, -3],
        ['новый', 0],
      ],
    )
    await save(artist, { songId, text: 'исправлен' })
    const [last] = (await read(artist, end)).slice(-1)
    assert.deepEqual([last?.text, last?.transpose], ['исправлен', -3])
  })
})

test('a text that was taken out as it is played comes in again as it is played', async () => {
  const artist = await world.artist()
  const [songId = '', other = ''] = await newSongs(2)
  const named = { title: 'Весна', artistName: '' }
  const played = async () =>
    new Map(
      (await read(artist)).map((one) => [one.songId, asChordPro(one.text, { ...one, ...named })]),
    )
  const file = '{title: Весна}\n[Bm]Да'
  for (const moved of [songId, other]) {
    await save(artist, { songId: moved, text: '[Am]Да' })
    await world.ok(api.artist.transposeSong, { body: { songId: moved, semitones: 2 } }, artist)
    assert.equal((await played()).get(moved), file)
  }
  const saved = await save(
    artist,
    { songId, text: file, transpose: 0 },
    { songId: other, text: '[C]Лето' },
  )
  assert.equal(saved.status, 200)
  assert.equal((await played()).get(songId), file)
  assert.match((await played()).get(other) ?? '', /\[D\]Лето/u, 'a corrected text stays moved')
})

test('the capo and the tempo of a song come with its text, and a change of them is a change of it', async () => {
  const artist = await world.artist()
  const [songId = ''] = await newSongs(1)
  const named = { songId, title: '', artistName: '', imageUrl: '' }
  await world.ok(api.artist.addFavorite, { body: named }, artist)
  await save(artist, { songId, text: '[Am]Весна' })
  const [bare] = await read(artist)
  assert.deepEqual([bare?.key, bare?.capo, bare?.tempo], ['', null, null])
  const notes = { tags: [], key: 'Am', capo: 2, tempo: 96 }
  await world.ok(api.artist.tagSong, { body: { songId, ...notes } }, artist)
  const [noted] = await read(artist, { since: bare?.updatedAt ?? '', after: songId })
  assert.deepEqual([noted?.key, noted?.capo, noted?.tempo], ['Am', 2, 96])
  await world.ok(api.artist.removeFavorite, { query: { songId } }, artist)
  const [removed] = await read(artist, { since: noted?.updatedAt ?? '', after: songId })
  assert.deepEqual([removed?.key, removed?.capo, removed?.tempo], ['', null, null])
})

describe('on a second pad', () => {
  test('texts are read and transposed for every pad, and not written', async () => {
    const stage = await makeStage(world)
    const pad = await secondPad(stage)
    const [songId = '', bare = ''] = await newSongs(2)
    await save(stage.as, { songId, text: '[C]Весна' })
    const [seen] = await read(pad)
    assert.deepEqual([seen?.text, seen?.transpose], ['[C]Весна', 0])
    await world.ok(api.artist.transposeSong, { body: { songId, semitones: 2 } }, pad)
    assert.deepEqual(
      (await read(stage.as)).map(({ transpose }) => transpose),
      [2],
    )
    const refused = { songId: bare, semitones: 2 }
    const { failure } = await world.call(api.artist.transposeSong, { body: refused }, pad)
    assert.equal(failure.code, 'NOT_FOUND')
    assert.equal((await save(pad, { songId, text: 'чужое' })).failure.code, 'NOT_YOURS')
    const query = { sessionId: stage.concertId }
    for (let left = 200; left > 0; left--) {
      const [line] = await world.ok(api.artist.padLog, { query }, stage.as)
      if (line !== undefined) {
        assert.deepEqual([line.by, line.action], ['Лёша', 'transpose'])
        return
      }
    }
    assert.fail('the log does not say who transposed')
  })
})

describe('nobody else', () => {
  // No hexadecimal id contains it by chance.
  const MARKER = 'куплет-xyzzy'

  test('is told a word of it by any open call, as an artist of his own, or by the log', async () => {
    const stage = await makeStage(world)
    await stage.scheduled('А', 'Б')
    const songId = stage.ids['А'] ?? ''
    const named = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body: named }, stage.as)
    await save(stage.as, { songId, text: `[Am]${MARKER}` })
    await save(stage.as, { songId, text: MARKER.repeat(SONG_TEXT_MOST) })
    await world.call(api.artist.saveSongTexts, { body: { texts: [{ MARKER }] } }, stage.as)
    const stranger = await world.artist()
    assert.deepEqual(await read(stranger), [])
    const own = await world.ok(api.artist.songText, { query: { songId } }, stranger)
    assert.deepEqual(own, { text: '' })

    const known = {
      ids: [stage.concertId, songId, stage.artist.id],
      names: [stage.artist.username],
      fields: {
        sessionId: [stage.concertId],
        songId: [songId],
        artistUsername: [stage.artist.username],
        username: [stage.artist.username],
        input: ['А'],
      },
    }
    const open = everyEndpoint().filter(({ endpoint }) => endpoint.access === 'anyone')
    for (const { name, endpoint } of open)
      for (const input of fc.sample(inputOf(endpoint, known), { numRuns: 3, seed: 7 })) {
        const params = Object.fromEntries(
          Object.entries(input.params).map(([key, value]) => [key, String(value)]),
        )
        const { data, failure } = await world.call(endpoint, { ...input, params }, stranger)
        assert.doesNotMatch(JSON.stringify([data, failure]) ?? '', /xyzzy/u, name)
      }
    for (const path of ['.ics', '.xml', ''])
      assert.doesNotMatch(
        (await world.app.http.inject({ url: `/user/${stage.artist.username}${path}` })).body,
        /xyzzy/u,
      )
    assert.doesNotMatch(log, /куплет/u)
  })
})
