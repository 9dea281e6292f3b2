import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { onBothDatabases, versionOf } from './databases.ts'
import { secondsOf } from './hands.ts'
import { orderFromNewPhone } from './new-phone.ts'

const ORDERS = 600
const AT_ONCE = 16
const SONGS = 40

async function perSecond(work: (turn: number) => Promise<void>): Promise<number> {
  return ORDERS / (await secondsOf(ORDERS, AT_ONCE, work)).wall
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

async function ordersOf(world: World) {
  const artist = await world.artist()
  const concertId = await world.concert(artist, { status: 'NOW' })
  const bareId = await world.concert(artist)
  const songs: string[] = []
  for (let n = 0; n < SONGS; n++) songs.push(await world.song(`Песня ${n}`, 'Группа'))
  const bare = await bareTransactions(world, bareId, songs)
  let refused = 0
  const ours = await perSecond(async (turn) => {
    const songId = songs[turn % SONGS]
    const answer = await orderFromNewPhone(world, turn, { artist, concertId, songId })
    if (answer.statusCode !== 200) refused++
  })
  return { bare, ours, refused }
}

/** One row: free orders a second on this database. */
export async function measure(database: string): Promise<object[]> {
  const world = await makeWorld()
  const { bare, ours, refused } = await ordersOf(world)
  const version = await versionOf(world)
  await world.close()
  return [
    {
      database: `${database}, ${version}`,
      'bare tx/s': Math.round(bare),
      'orders/s': Math.round(ours),
      ratio: Number((ours / bare).toFixed(2)),
      target: 0.6,
      refused,
    },
  ]
}

/** Free orders a second through the whole server, against bare transactions of the same writes on the same database. */
export async function bench(): Promise<void> {
  console.table(await onBothDatabases('orders'))
}
