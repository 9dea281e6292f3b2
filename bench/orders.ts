import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { startPostgres } from '../scripts/test-postgres.ts'
import type { World } from '#test/support/world.ts'

const ORDERS = 600
const AT_ONCE = 16
const SONGS = 40

async function perSecond(work: (turn: number) => Promise<void>): Promise<number> {
  let turn = 0
  const began = performance.now()
  const hand = async () => {
    while (turn < ORDERS) await work(turn++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, hand))
  return ORDERS / ((performance.now() - began) / 1000)
}

/** The same writes as a free order, with nothing around them: lock, entry, order, count, revision. */
async function bareTransactions(world: World, concertId: string, songs: readonly string[]) {
  const { sql } = world
  return perSecond(async (turn) => {
    await sql.transaction().execute(async (tx) => {
      await tx.selectFrom('concerts').select('id').where('id', '=', concertId).forUpdate().execute()
      const entryId = randomUUIDv7()
      await tx
        .insertInto('queue_entries')
        .values({
          id: entryId,
          concert_id: concertId,
          song_id: songs[turn % SONGS] ?? '',
          status: 'SKIPPED',
          position: null,
          created_at: new Date(),
          now_at: null,
          closed_at: new Date(),
        })
        .execute()
      await tx
        .insertInto('orders')
        .values({
          id: randomUUIDv7(),
          concert_id: concertId,
          entry_id: entryId,
          device_id: randomUUID(),
          kind: 'free',
          created_at: new Date(),
        })
        .execute()
      await tx
        .updateTable('songs')
        .set((row) => ({ order_count: row('order_count', '+', 1) }))
        .where('id', '=', songs[turn % SONGS] ?? '')
        .execute()
      await tx
        .updateTable('concerts')
        .set((row) => ({ revision: row('revision', '+', 1) }))
        .where('id', '=', concertId)
        .execute()
    })
  })
}

async function measure(world: World) {
  const artist = await world.artist()
  const concertId = await world.concert(artist, { status: 'NOW' })
  const bareId = await world.concert(artist)
  const songs: string[] = []
  for (let n = 0; n < SONGS; n++) songs.push(await world.song(`Песня ${n}`, 'Группа'))
  const bare = await bareTransactions(world, bareId, songs)
  let refused = 0
  const ours = await perSecond(async (turn) => {
    // Every telephone stands behind an address of its own, so that no limit is measured.
    const answer = await world.app.http.inject({
      method: 'POST',
      url: pathOf(api.songs.orderSong),
      remoteAddress: `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
      headers: { 'idempotency-key': randomUUID() },
      payload: {
        songId: songs[turn % SONGS],
        artistUsername: artist.username,
        sessionId: concertId,
        title: '',
        artistName: '',
        imageUrl: '',
      },
    })
    if (answer.statusCode !== 200) refused++
  })
  return { bare, ours, refused }
}

/** Free orders a second through the whole server, against bare transactions of the same writes on the same database. */
export async function bench(): Promise<void> {
  const postgres = await startPostgres()
  const rows = []
  for (const [database, url] of [
    ['embedded', undefined],
    ['postgres', postgres.url],
  ] as const) {
    if (url === undefined) delete process.env['TEST_DATABASE_URL']
    else process.env['TEST_DATABASE_URL'] = url
    // The test support reads its variable when it is first loaded: each database gets a fresh copy.
    const { makeWorld } = (await import(
      `../test/support/world.ts?${database}`
    )) as typeof import('#test/support/world.ts')
    const world = await makeWorld()
    const { bare, ours, refused } = await measure(world)
    rows.push({
      database,
      'bare tx/s': Math.round(bare),
      'orders/s': Math.round(ours),
      ratio: Number((ours / bare).toFixed(2)),
      target: 0.6,
      refused,
    })
    await world.close()
  }
  console.table(rows)
  await postgres.stop()
}
