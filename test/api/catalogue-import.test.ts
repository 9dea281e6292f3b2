import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { exportCatalogue, importCatalogue } from '#server/modules/songs/catalogue.service.ts'
import type {
  CatalogueSource,
  ImportReport,
  ImportStart,
} from '#server/modules/songs/catalogue.service.ts'
import { addCatalogueSongs, addSongSuggestion } from '#server/modules/songs/songs.service.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { ownDatabase } from '#test/support/database/database.ts'

type Database = Awaited<ReturnType<typeof ownDatabase>>['database']

let database: Database
before(async () => {
  ;({ database } = await ownDatabase())
})
after(() => database.close())
beforeEach(async () => {
  await database.sql.deleteFrom('songs').execute()
  await database.sql.deleteFrom('catalogueImports').execute()
})

const now = () => new Date('2026-11-21T18:00:00.000Z')

/** A file that is read in small pieces. */
function file(text: string, name = '/lists/songs.csv'): CatalogueSource {
  const bytes = Buffer.from(text)
  return {
    name,
    size: bytes.length,
    head: async () => bytes,
    async *from(position) {
      for (let at = position; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
    },
  }
}

const context = () => ({ sql: database.sql, now, songIndex: null })

type Options = Parameters<typeof importCatalogue>[2]

/** `mostParts`: the import crashes after that many parts, in the transaction that has stored the songs of the next. */
async function run(source: CatalogueSource, options: Options = {}, mostParts = Infinity) {
  let times = 0
  let start: ImportStart | undefined
  const report: ImportReport | null = await importCatalogue(
    {
      ...context(),
      now() {
        // Each part takes the time for its songs, then for its mark.
        if (++times > 2 * mostParts + 1) throw new Error('the power is gone')
        return now()
      },
    },
    source,
    { ...options, rowsAtOnce: 100, onStart: (told) => (start = told) },
  ).catch((error: Error) => {
    if (error.message !== 'the power is gone') throw error
    return null
  })
  assert.ok(start)
  return { report, start }
}

async function songsThere(): Promise<string[]> {
  const rows = await database.sql.selectFrom('songs').selectAll().execute()
  return rows.map((song) => `${song.title} — ${song.artistName}`).toSorted()
}

async function whole(source: CatalogueSource): Promise<ImportReport> {
  const { report } = await run(source)
  assert.ok(report?.whole)
  return report
}

const LONG = 500
const long = (last = 'Конец') =>
  [
    'название,исполнитель',
    ...Array.from({ length: LONG }, (_, at) => `Песня ${at},Хор`),
    last,
  ].join('\n')

describe('an import of a catalogue', () => {
  test('adds each song once, says what was known and what was left out and where', async () => {
    await addCatalogueSongs(context(), [{ title: 'Звезда', artistName: 'Кино' }], 'catalogue')
    const text = 'title,artistName\nЗвезда,кино\nЁлка,Хор\n,Хор\nелка,ХОР\nБелые розы,Май\n'
    const { counts, at } = await whole(file(text))
    assert.deepEqual(await songsThere(), ['Ёлка — Хор', 'Белые розы — Май', 'Звезда — Кино'])
    assert.deepEqual(counts, {
      rows: 5,
      added: 2,
      known: 2,
      leftOut: { 'Введите название песни': { count: 1, examples: [{ line: 4, text: ',Хор' }] } },
    })
    assert.equal(at.line, 6)
    const added = await database.sql
      .selectFrom('songs')
      .select(['source', 'verified', 'imageUrl'])
      .where('title', '=', 'Белые розы')
      .execute()
    assert.deepEqual(added, [{ source: 'import', verified: true, imageUrl: '' }])
  })

  test('takes authors from the works of MusicBrainz, for the songs that are recordings of them', async () => {
    await addCatalogueSongs(context(), [{ title: 'Звезда', artistName: 'Хор' }], 'catalogue')
    const works = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
    const of = (...ids: (string | undefined)[]) => ({
      relations: ids.map((id) => ({ type: 'performance', 'target-type': 'work', work: { id } })),
    })
    const recording = (title: string, relations: object) =>
      JSON.stringify({
        title,
        'artist-credit': [{ name: 'Хор', joinphrase: '' }],
        ...relations,
      })
    const work = (id: string | undefined, by: Record<string, string[]>) =>
      JSON.stringify({
        id,
        title: 'Работа',
        type: 'Song',
        iswcs: [],
        languages: ['rus'],
        relations: Object.entries(by).flatMap(([type, names]) =>
          names.map((name) => ({ type, 'target-type': 'artist', artist: { name } })),
        ),
      })
    const recordings = [
      recording('Звезда', of(works[0])),
      recording('Ёлка', of(works[1])),
      recording('Попурри', of(works[0], works[1])),
    ]
    await whole(file(recordings.join('\n'), '/lists/recording'))
    const { counts } = await whole(
      file(
        [
          work(works[0], { composer: ['В. Цой', 'Ю. Каспарян'], lyricist: ['В. Цой'] }),
          work(works[1], { writer: ['Народ'], arranger: ['Другой'] }),
          work(works[2], { composer: ['Никто'] }),
          work(works[2], { arranger: ['Другой'] }),
        ].join('\n'),
        '/lists/work',
      ),
    )
    assert.deepEqual(
      [counts.rows, counts.authors, Object.keys(counts.leftOut)],
      [4, 2, ['У произведения не названы авторы']],
    )
    const songs = await database.sql
      .selectFrom('songs')
      .select(['title', 'musicBy', 'wordsBy'])
      .orderBy('title')
      .execute()
    assert.deepEqual(
      songs.map((song) => Object.values(song).join('; ')).toSorted(),
      ['Ёлка; Народ; Народ', 'Звезда; В. Цой, Ю. Каспарян; В. Цой', 'Попурри; ; '].toSorted(),
    )
  })

  test('takes the recordings of MusicBrainz', async () => {
    const line = (title: string, more: object = {}) =>
      JSON.stringify({ title, 'artist-credit': [{ name: 'Хор', joinphrase: '' }], ...more })
    const { counts } = await whole(
      file([line('Раз'), line('Альбом', { media: [] }), '{', line('Два')].join('\n')),
    )
    assert.deepEqual(await songsThere(), ['Два — Хор', 'Раз — Хор'])
    assert.equal(counts.leftOut['Это не запись песни (recording)']?.count, 1)
    assert.equal(counts.leftOut['Строка не читается как JSON']?.examples[0]?.line, 3)
    const sources = await database.sql.selectFrom('songs').select('source').distinct().execute()
    assert.deepEqual(sources, [{ source: 'musicbrainz' }])
  })

  test('goes past lines with signs that the database cannot keep', async () => {
    const line = (title: string) => JSON.stringify({ title, 'artist-credit': [{ name: 'Хор' }] })
    const source = file([line('Раз'), '{"\0"', line('Д\0ва'), line('Три')].join('\n'))
    const head = Buffer.from(line('Раз'))
    const { counts } = await whole({ ...source, head: async () => head })
    assert.deepEqual(await songsThere(), ['Раз — Хор', 'Три — Хор'])
    assert.equal(counts.rows, 4)
  })

  test('beside another with the same songs the other way round waits for it and no more', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => ({
      title: `Песня ${at}`,
      artistName: 'Хор',
    }))
    let tries = 0
    const added = await Promise.all(
      [rows, rows.toReversed()].map((list) =>
        inTransaction(database.sql, (inside) => {
          tries++
          return addCatalogueSongs({ ...context(), sql: inside }, list, 'import')
        }),
      ),
    )
    assert.equal(
      added.reduce((sum, many) => sum + many),
      rows.length,
    )
    // A third try would mean a deadlock.
    assert.equal(tries, 2)
  })

  test('of the same file once more adds nothing', async () => {
    await whole(file(long()))
    const { counts } = await whole(file(long()))
    assert.deepEqual([counts.rows, counts.added, counts.known], [LONG + 1, 0, LONG + 1])
  })

  test('that is killed in the middle goes on there, and each song is there once', async () => {
    assert.equal((await run(file(long()), {}, 1)).report, null)
    const between = (await songsThere()).length
    assert.ok(between > 0 && between < LONG, String(between))

    const { report, start } = await run(file(long()))
    assert.ok(start.resumed)
    assert.equal(start.from.line, between + 1)
    assert.equal((await songsThere()).length, LONG + 1)
    // The report has both parts, and nothing was read twice.
    assert.deepEqual(report?.counts, { rows: LONG + 1, added: LONG + 1, known: 0, leftOut: {} })
    assert.equal((await run(file(long()))).start.resumed, false)
  })

  test('that is told to stop ends after what it stores and goes on later', async () => {
    const key = new AbortController()
    const { report } = await run(file(long()), {
      signal: key.signal,
      onProgress: () => key.abort(),
    })
    assert.equal(report?.whole, false)
    assert.equal((await songsThere()).length, report.counts.added)
    assert.ok(report.counts.added < LONG)
    await whole(file(long()))
    assert.equal((await songsThere()).length, LONG + 1)
  })

  test('begins anew where the file has changed, and where it is asked to', async () => {
    await run(file(long()), {}, 1)
    const asked = await run(file(long()), { again: true }, 1)
    assert.deepEqual([asked.start.resumed, asked.start.from.line], [false, 1])
    const changed = await run(file(long('Иной конец файла')))
    assert.deepEqual([changed.start.resumed, changed.start.changed], [false, true])
    assert.equal(changed.report?.counts.rows, LONG + 1)
  })

  test('of another file does not go on from there', async () => {
    await run(file(long()), {}, 1)
    const { start } = await run(file(long(), '/lists/others.csv'))
    assert.deepEqual([start.resumed, start.changed], [false, false])
  })
})

describe('an export of the catalogue', () => {
  const exported = async (options = {}) => {
    const parts = await Array.fromAsync(exportCatalogue(database, { ...options, songsAtOnce: 3 }))
    return parts.map(({ text }) => text).join('')
  }

  test('names every song with where it is from, and can leave out what nobody checked', async () => {
    await addCatalogueSongs(context(), [{ title: 'Раз; "два"', artistName: '' }], 'catalogue')
    await addSongSuggestion(context(), {
      title: 'Моя',
      artistName: 'Гость',
    })
    await database.sql.updateTable('songs').set({ orderCount: 3 }).execute()
    const head = '\uFEFFtitle;artistName;source;verified;orders\r\n'
    const checked = '"Раз; ""два""";;catalogue;true;3\r\n'
    // Identifiers of one millisecond have no order.
    const [first, ...rows] = (await exported()).split(/(?<=\r\n)/u)
    assert.equal(first, head)
    assert.deepEqual(rows.toSorted(), [checked, 'Моя;Гость;listener;false;3\r\n'])
    assert.equal(await exported({ verifiedOnly: true }), head + checked)
  })

  test('is imported again without a new song, and whole into an empty catalogue', async () => {
    const odd = ['=1+1', "'+", '-', '???', 'Ёлка «зелёная»', 'a;b,c\td', "''@", '+7,00']
    const rows = odd.map((title) => ({ title, artistName: title }))
    await addCatalogueSongs(context(), rows, 'catalogue')
    const text = await exported()
    const there = await songsThere()

    const again = await whole(file(text))
    assert.deepEqual([again.counts.added, again.counts.leftOut], [0, {}])
    assert.equal(again.counts.known, there.length)

    await database.sql.deleteFrom('songs').execute()
    await whole(file(text))
    assert.deepEqual(await songsThere(), there)
  })
})
