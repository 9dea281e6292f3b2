import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { api } from '../contract/index.ts'
import { pathOf } from '../contract/path.ts'
import { foldSong, wordsOf } from '../packages/song-search/song-text.ts'
import { searchSongs } from '../server/modules/songs/songs.store.ts'
import { makeWorld } from '../test/support/world.ts'
import type { TestArtist, World } from '../test/support/world.ts'
import { versionOf } from './databases.ts'
import type { Percentiles } from './percentiles.ts'
import { percentilesOf, ratiosTo, rounded } from './percentiles.ts'
import { three } from './song-engines-compared.ts'
import { idAt, writeSongs } from './song-lines.ts'
import { loadSongs } from './song-load.ts'
import { benchQueries } from './song-queries.ts'
import type { BenchQuery } from './song-queries.ts'
import { songsOnEmbedded, songsOnPostgres } from './song-sizes.ts'

const OF_EACH_WAY = 300
const REPERTOIRE = 300
const ADDRESSES = 250

type Ask = (query: BenchQuery) => Promise<unknown>

/** Measures the queries, one after another. */
async function timesOf(queries: readonly BenchQuery[], ask: Ask): Promise<Percentiles> {
  for (const query of queries.slice(0, 100)) await ask(query)
  const times: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await ask(query)
    times.push(performance.now() - began)
  }
  return percentilesOf(times)
}

/** The whole call, from as many addresses as the rate limits require. */
function calls(world: World, artist?: TestArtist): Ask {
  let turn = 0
  return async ({ typed }) => {
    const answer = await world.app.http.inject({
      method: 'GET',
      url: pathOf(api.songs.findSong),
      query: { input: typed, ...(artist === undefined ? {} : { username: artist.username }) },
      remoteAddress: `10.0.0.${turn++ % ADDRESSES}`,
    })
    if (answer.statusCode !== 200)
      throw new Error(`«${typed}»: ${answer.statusCode} ${answer.body}`)
  }
}

/** Seconds until this process's index answers instead of the database. */
async function readySeconds(world: World): Promise<number> {
  const began = performance.now()
  while (!(await world.app.ctx.songIndex.answers())) await sleep(10)
  return (performance.now() - began) / 1000
}

async function artistWithRepertoire(world: World, songs: number): Promise<TestArtist> {
  const artist = await world.artist()
  const ids = Array.from({ length: REPERTOIRE }, (_, at) => idAt((at * 7919) % songs))
  await world.sql
    .insertInto('repertoire')
    .values(ids.map((id) => ({ artistId: artist.id, songId: id, addedAt: world.now() })))
    .execute()
  return artist
}

/** The exact prefix search in SQL that answers until the index is ready, without HTTP around it. */
function fallback(world: World): Ask {
  return ({ typed }) =>
    searchSongs(world.sql, {
      phrase: foldSong(typed),
      words: wordsOf(typed),
      artistId: null,
      onlyRepertoire: false,
      withoutClosed: true,
      among: null,
      limit: 30,
    })
}

/** PostgreSQL at its best for parts of words: a trigram index; null where it has none. */
async function trigrams(world: World): Promise<Ask | null> {
  try {
    await world.database.script(
      `set statement_timeout = 0; create extension if not exists pg_trgm;
       create index songs_by_trigrams on songs using gin (song_key gin_trgm_ops); analyze songs;`,
    )
  } catch {
    return null
  }
  return ({ typed }) => {
    const parts = wordsOf(typed).map((word) => raw`song_key like ${`%${word}%`}`)
    return raw`
      select id, title, artist_name from songs where ${raw.join(parts, raw` and `)}
      order by order_count desc limit 30
    `.execute(world.sql)
  }
}

/** Rows: the whole call with and without a repertoire, and the database by itself. */
export async function measure(database: string): Promise<object[]> {
  const songs = database === 'postgres' ? songsOnPostgres : songsOnEmbedded
  const folder = mkdtempSync(join(tmpdir(), 'bis-songs-'))
  const world = await makeWorld()
  try {
    const file = join(folder, 'songs.tsv')
    await writeSongs(file, songs)
    const began = performance.now()
    await loadSongs(world.database, file)
    const loaded = (performance.now() - began) / 1000
    const queries = await benchQueries(file, songs, OF_EACH_WAY)
    const typed = queries.filter(({ way }) => way !== 'first letters')
    const version = await versionOf(world)
    const ready = await readySeconds(world)
    const plain = await timesOf(typed, calls(world))
    const artist = await artistWithRepertoire(world, songs)
    const withArtist = await timesOf(typed, calls(world, artist))
    const letters = await timesOf(
      queries.filter(({ way }) => way === 'first letters'),
      calls(world),
    )
    // SQL does not correct wrong letters, and requires each word of the input.
    const exact = typed.filter(({ way }) => way === 'prefix' || way === 'two words').slice(0, 200)
    const own = await timesOf(exact, calls(world))
    const byDatabase = await timesOf(exact, fallback(world))
    const byTrigrams = await trigrams(world)
    const trigramTimes = byTrigrams === null ? null : await timesOf(exact, byTrigrams)
    const row = (what: string, times: Percentiles, ratios = '') => ({
      database: `${database}, ${version}`,
      songs,
      what,
      'p50/95/99, ms': three(times),
      'to the call': ratios,
    })
    const beside = (what: string, times: Percentiles) => row(what, times, ratiosTo(own, times))
    return [
      row(`find-song; stored in ${rounded(loaded)} s, ready in ${rounded(ready)} s`, plain),
      row(`find-song, repertoire of ${REPERTOIRE}`, withArtist),
      row('find-song, one letter or two', letters),
      row('find-song, prefixes and two words', own),
      beside('the same, exact beginnings in SQL', byDatabase),
      ...(trigramTimes === null ? [] : [beside('the same, LIKE by trigrams', trigramTimes)]),
    ]
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
