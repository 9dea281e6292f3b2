import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#domain/time.ts'
import { sandboxInside } from '#server/providers.ts'
import { noMail } from '#server/integrations/mail/mail.ts'
import { addToken } from '#server/modules/accounts/tokens.store.ts'
import { artistByUsername } from '#server/modules/artists/artists.service.ts'
import { setConcertStatus } from '#server/modules/concerts/concert-lifecycle.service.ts'
import { seedCatalogue } from '#server/modules/songs/songs.service.ts'
import { concertReport } from '#server/modules/concerts/report.service.ts'
import { artistBalance } from '#server/modules/payouts/balance.service.ts'
import { nextSong } from '#server/modules/queue/queue-changes.service.ts'
import { queueEntries, queueOfOwner } from '#server/modules/queue/queue-view.service.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { sandboxKeys } from '../bank/keys.ts'
import { DEMO_LOGIN } from './demo-artists.ts'
import { DEMO_PAST } from './demo-evenings.ts'
import { playPaid, startDemo } from './demo.ts'
import type { DemoDeps } from './demo.ts'
import { BEAT_MS } from './simulation.ts'

const PUBLIC_URL = 'http://localhost'

async function demoWorld() {
  const world = await makeWorld()
  const { sql, app, bank } = world
  await seedCatalogue(app.ctx)
  const { log } = app.http
  const keys = await sandboxKeys(sql)
  const money: NonNullable<DemoDeps['money']> = {
    ...app.ctx,
    mail: noMail(),
    publicUrl: PUBLIC_URL,
    money: { ...app.ctx.money, bank: null },
    sandbox: bank,
    sandboxAt: sandboxInside({
      keys,
      publicUrl: PUBLIC_URL,
      log,
      storeIn: () => world.bankStore,
    }),
  }
  const demo = await startDemo({ ctx: app.ctx, money })
  const artist = await artistByUsername(app.ctx, DEMO_LOGIN)
  return { world, demo, money, artist }
}

async function concertsOf({ sql }: World, artistId: string, status: 'PLAYED' | 'NOW') {
  return sql
    .selectFrom('concerts')
    .select(['id', 'title'])
    .where('artistId', '=', artistId)
    .where('status', '=', status)
    .orderBy('startsAt')
    .execute()
}

async function beats(world: World, demo: { beat(): Promise<void> }, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    world.advance(BEAT_MS)
    await demo.beat()
    await world.settle()
  }
}

describe('the evenings of the printed login', () => {
  // Played once for all: each test goes on where the one before it has ended.
  let all: Awaited<ReturnType<typeof demoWorld>>
  before(async () => {
    all = await demoWorld()
  })
  after(() => all.world.close())

  test('have reports, payouts, a balance and a concert that goes on, and the books agree', async () => {
    const { world, demo, money, artist } = all
    const { ctx } = world.app
    await demo.beat()
    const past = await concertsOf(world, artist.id, 'PLAYED')
    assert.equal(past.length, DEMO_PAST.length)
    for (const { id, title } of past) {
      const {
        money: sums,
        tips,
        playedSongs,
        skippedSongs,
      } = await concertReport(ctx, artist.id, id)
      assert.ok(sums.gross > 0 && sums.commission > 0 && tips.gross > 0, title)
      assert.ok(playedSongs >= 5 && skippedSongs >= 1, title)
    }
    assert.deepEqual(await auditOf(world), [])
    const shown = await artistBalance(ctx, artist.id, { cursor: undefined, limit: 100 })
    assert.ok(shown.available > 0, `${shown.available} kopecks`)
    assert.ok(shown.entries.some(({ cause }) => cause === 'payout'))
    const payouts = await world.sql.selectFrom('payouts').select(['state', 'createdAt']).execute()
    assert.deepEqual(
      payouts.map(({ state }) => state),
      DEMO_PAST.map(() => 'completed'),
    )
    assert.ok(payouts.every(({ createdAt: at }) => at < world.now()))
    const [live] = await concertsOf(world, artist.id, 'NOW')
    const queue = await queueOfOwner(world.app.ctx, artist.id, live?.id ?? '')
    assert.equal(queue[0]?.status, 'NOW')
    assert.ok(queue.length >= 4)
    const asks = queue.flatMap((entry) => entry.asks ?? [])
    assert.ok(asks.some(({ name, words }) => name !== '' && words !== ''))
    assert.ok(asks.some(({ held }) => held))
    const inHall = await queueEntries(world.app.ctx, live?.id ?? '')
    assert.ok(inHall.some(({ names = [] }) => names.length > 0))

    await playPaid(world.sql, money, world.now())
    assert.equal((await concertsOf(world, artist.id, 'PLAYED')).length, DEMO_PAST.length)
  })

  test('end with the visitor’s button and begin anew only after a rest', async () => {
    const { world, demo, artist } = all
    const [live] = await concertsOf(world, artist.id, 'NOW')
    await setConcertStatus(world.app.ctx, artist.id, live?.id ?? '', 'PLAYED')
    await beats(world, demo, 4)
    assert.deepEqual(await concertsOf(world, artist.id, 'NOW'), [])
    world.advance(10 * MINUTE_MS)
    await beats(world, demo, 1)
    const [next] = await concertsOf(world, artist.id, 'NOW')
    const entries = await queueEntries(world.app.ctx, next?.id ?? '')
    assert.equal(entries[0]?.status, 'NOW')
  })

  test('move: the hall pays and tips, the band plays, until the musician logs in', async () => {
    const { world, demo, artist } = all
    const [live] = await concertsOf(world, artist.id, 'NOW')
    const concertId = live?.id ?? ''
    const nowOf = async () => (await queueEntries(world.app.ctx, concertId))[0]?.songId
    const paid = async () => world.sql.selectFrom('payments').select(['kind', 'state']).execute()
    const earlier = { song: await nowOf(), payments: (await paid()).length }
    // Without watchers, so each action takes eight beats.
    await beats(world, demo, 8 * 8)
    const later = await paid()
    assert.ok(later.length > earlier.payments + 2)
    assert.equal(later.filter(({ state }) => state === 'created' || state === 'awaiting').length, 0)
    assert.notEqual(await nowOf(), earlier.song)

    const expiresAt = new Date(world.now().getTime() + 600 * MINUTE_MS)
    const at = world.now()
    await addToken(world.sql, {
      hash: 'visitor',
      artistId: artist.id,
      device: '',
      place: '',
      at,
      expiresAt,
    })
    await nextSong(world.app.ctx, artist.id, null)
    const chosen = await nowOf()
    await beats(world, demo, 18)
    assert.equal(await nowOf(), chosen, 'the musician’s own song was taken from him')
    assert.deepEqual(await auditOf(world), [])
  })
})
