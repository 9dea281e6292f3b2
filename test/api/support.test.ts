import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { HOUR_MS } from '#domain/time.ts'
import { queueEntriesOfMany } from '#server/modules/queue/queue-view.service.ts'
import { cancelled, myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import {
  advanceAndSettle,
  bankIdOf,
  outcomeOf,
  pageOf,
  paidConcert,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

type Phone = ReturnType<typeof makePhone>

/** Waits for the refunds: by SBP the bank takes its time. */
async function wentBack(): Promise<void> {
  await world.settle()
  await advanceAndSettle(world, HOUR_MS)
}

async function change(
  { as, sessionId }: { as: { token: string }; sessionId: string },
  rules: Partial<EveningRules>,
): Promise<void> {
  await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
}

const frame = (sessionId: string) => world.ok(api.test.getQueueBySession, { body: { sessionId } })

describe('A waiting song of a free concert', () => {
  async function stageWith(rules: Partial<EveningRules> = { support: true }) {
    const stage = await makeStage(world)
    const at = { as: stage.as, sessionId: stage.concertId }
    await change(at, rules)
    return { ...stage, change: (more: Partial<EveningRules>) => change(at, { ...rules, ...more }) }
  }
  type Stage = TestStage & { change: (more: Partial<EveningRules>) => Promise<void> }

  const entryOf = async ({ queue, ids }: Stage, title: 'А' | 'Б' | 'В') =>
    (await queue()).find(({ songId }) => songId === ids[title])?.id ?? ''
  async function join(stage: Stage, phone: Phone, title: 'А' | 'Б' | 'В', supports?: string) {
    const entry = supports ?? (await entryOf(stage, title))
    return phone.order(stage, stage.ids[title], { supports: entry })
  }
  const backers = async (stage: Stage) =>
    (await frame(stage.concertId)).map((entry) => `${entry.title} ${entry.backers}`)

  test('is joined by one tap, each person once, and left again', async () => {
    const stage = await stageWith()
    const [anya, borya] = [makePhone(world), makePhone(world)]
    await anya.order(stage, stage.ids.А)
    const first = await join(stage, borya, 'А')
    const again = await join(stage, borya, 'А')
    assert.equal(first.data.orderId, again.data.orderId)
    const own = await join(stage, anya, 'А')
    assert.equal(own.status, 200)
    assert.deepEqual(await backers(stage), ['А 2'])
    assert.equal((await frame(stage.concertId))[0]?.collected, undefined)
    const [mine] = await myOrders(world, stage.concertId, borya.cookie)
    assert.deepEqual([mine?.share, mine?.state, mine?.mayCancel], [true, 'SCHEDULED', true])
    await cancelled(world, first.data.orderId, borya.cookie)
    assert.deepEqual(await backers(stage), ['А 1'])
    assert.equal((await join(stage, borya, 'А')).status, 200)
    assert.deepEqual(await backers(stage), ['А 2'])
  })

  test('is joined beside the orders that a person may have', async () => {
    const stage = await stageWith()
    const [anya, borya] = [makePhone(world), makePhone(world)]
    for (const title of ['А', 'Б', 'В'] as const)
      await makePhone(world).order(stage, stage.ids[title])
    for (const title of ['Г', 'Д'] as const) await anya.order(stage, stage.ids[title])
    for (const title of ['А', 'Б', 'В'] as const) {
      assert.equal((await join(stage, anya, title)).status, 200)
      assert.equal((await join(stage, borya, title)).status, 200)
    }
    assert.equal((await borya.order(stage, stage.ids.Г)).status, 200)
    assert.equal((await anya.order(stage, stage.ids.А)).failure.code, 'FREE_LIMIT')
  })

  test('stays with whoever joined where its first listener leaves, and goes with the last', async () => {
    const stage = await stageWith()
    const [anya, borya] = [makePhone(world), makePhone(world)]
    const order = await anya.order(stage, stage.ids.А)
    const joined = await join(stage, borya, 'А')
    await cancelled(world, order.data.orderId, anya.cookie)
    assert.deepEqual(await backers(stage), ['А 1'])
    await cancelled(world, joined.data.orderId, borya.cookie)
    assert.deepEqual(await backers(stage), [])
  })

  test('moves up in a circle with whoever joins it', async () => {
    const stage = await stageWith({ support: true, turn: 'circle', lock: 0 })
    const [anya, borya] = [makePhone(world), makePhone(world)]
    for (const title of ['А', 'Б'] as const) await anya.order(stage, stage.ids[title])
    for (const title of ['Г', 'В'] as const) await borya.order(stage, stage.ids[title])
    const titles = async () => (await stage.queue()).map(({ title }) => title).join('')
    assert.equal(await titles(), 'АГБВ')
    await join(stage, makePhone(world), 'В')
    assert.equal(await titles(), 'АГВБ')
  })

  test('costs whoever joins it no turn of his own in a circle', async () => {
    const stage = await stageWith({ support: true, turn: 'circle', lock: 0 })
    const [anya, borya, vera] = [makePhone(world), makePhone(world), makePhone(world)]
    await anya.order(stage, stage.ids.А)
    await borya.order(stage, stage.ids.Б)
    for (const title of ['А', 'Б'] as const) await join(stage, vera, title)
    await anya.order(stage, stage.ids.Г)
    await vera.order(stage, stage.ids.В)
    assert.equal((await stage.queue()).map(({ title }) => title).join(''), 'АБВГ')
  })

  test('is joined after the reception closed, and by nobody where the artist does not want it', async () => {
    const stage = await stageWith()
    const borya = makePhone(world)
    await makePhone(world).order(stage, stage.ids.А)
    await stage.change({ lastCall: 'closed' })
    assert.equal((await borya.order(stage, stage.ids.Б)).failure.code, 'SESSION_NOT_OPEN')
    assert.equal((await join(stage, borya, 'А')).status, 200)
    await stage.change({ support: false })
    const refused = await join(stage, makePhone(world), 'А')
    assert.equal(refused.failure.message, 'На этом концерте песни из очереди не поддерживают')
  })

  test('is not joined once it plays, nor as another song', async () => {
    const stage = await stageWith()
    await makePhone(world).order(stage, stage.ids.А)
    await makePhone(world).order(stage, stage.ids.Б)
    const entry = await entryOf(stage, 'А')
    const wrong = await join(stage, makePhone(world), 'Б', entry)
    assert.equal(wrong.failure.code, 'SONG_NOT_ACCEPTED')
    await stage.next()
    const late = await join(stage, makePhone(world), 'А', entry)
    assert.equal(late.failure.message, 'Эта песня уже не ждёт: поддержать её нельзя')
  })
})

/** A concert where an order costs 1000 rubles and songs may be paid for together. */
async function poolConcert(rules: Partial<EveningRules> = {}) {
  const concert = await paidConcert(world)
  await change(concert, { support: true, minSongAmount: 1000, ...rules })
  const stage = { artist: concert.artist, concertId: concert.sessionId }

  async function shareBegun(
    rubles: number,
    songId: string,
    supports?: string,
    by = makePhone(world),
  ) {
    const more = supports === undefined ? { collect: true } : { supports }
    const reply = await by.order(stage, songId, { amount: rubles * 100, ...more })
    assert.equal(reply.status, 200, JSON.stringify(reply.failure))
    return { id: reply.data.orderId, page: pageOf(reply.data.paymentURL), by, song: songId }
  }

  async function share(
    rubles: number,
    songId: string,
    supports?: string,
    method: 'card' | 'sbp' = 'card',
  ) {
    const begun = await shareBegun(rubles, songId, supports)
    await world.bank.pay(begun.page, { method, action: 'pay' })
    await world.settle()
    return begun
  }

  return {
    ...concert,
    stage,
    share,
    shareBegun,
    change: (more: Partial<EveningRules>) => change(concert, more),
    queueLines: async () =>
      (await frame(concert.sessionId)).map(
        ({ status, backers, collected, goal }) =>
          `${status} ${backers} ${(collected ?? 0) / 100}${goal === undefined ? '' : ` of ${goal / 100}`}`,
      ),
  }
}

type Share = Awaited<ReturnType<Awaited<ReturnType<typeof poolConcert>>['share']>>

async function outcomes(shares: readonly Share[]): Promise<string[]> {
  const all: string[] = []
  for (const { id } of shares) all.push(await outcomeOf(world, id))
  return all
}

const stateOf = async (concert: PaidConcert, { id, by }: Share) =>
  (await myOrders(world, concert.sessionId, by.cookie)).find(({ orderId }) => orderId === id)

describe('A song that listeners pay for together', () => {
  test('waits outside the queue until its goal is there, and comes in with the share that reached it', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const shares = [await concert.share(300, song)]
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 1 300 of 1000'])
    const poster = await queueEntriesOfMany(world.app.ctx, [concert.sessionId])
    assert.deepEqual([...poster.values()], [[]])
    assert.equal((await stateOf(concert, shares[0]!))?.state, 'COLLECTING')
    const [pool] = await concert.queue()
    for (const rubles of [100, 100, 100, 100])
      shares.push(await concert.share(rubles, song, pool?.id, 'sbp'))
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 5 700 of 1000'])
    shares.push(await concert.share(300, song))
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 6 1000'])
    await concert.played(song)
    await wentBack()
    assert.deepEqual(
      await outcomes(shares),
      shares.map(() => 'released'),
    )
    assert.equal(await concert.owed(), 90_000)
  })

  test('gives every kopeck of six payers back at the last call', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const shares: Share[] = []
    for (const rubles of [100, 101, 150, 199, 200, 249])
      shares.push(await concert.share(rubles, song, undefined, rubles % 2 ? 'card' : 'sbp'))
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 6 999 of 1000'])
    const unpaid = await concert.shareBegun(100, song)
    await concert.change({ lastCall: 'closed' })
    await wentBack()
    assert.deepEqual(
      await outcomes(shares),
      shares.map(() => 'returned not_collected'),
    )
    assert.equal(await outcomeOf(world, unpaid.id), 'canceled last_call')
    assert.deepEqual(await concert.queueLines(), [])
    assert.equal(await concert.owed(), 0)
    assert.equal((await stateOf(concert, shares[0]!))?.state, 'RETURNED')
  })

  test('gives it back at the end of the concert, and where the artist leaves support no more', async () => {
    for (const over of ['end', 'switch'] as const) {
      const concert = await poolConcert()
      const song = await concert.newSong()
      const one = await concert.share(500, song)
      if (over === 'end') await concert.end()
      else await concert.change({ support: false })
      await wentBack()
      assert.equal(await outcomeOf(world, one.id), 'returned not_collected')
      assert.deepEqual(await concert.queueLines(), [])
    }
  })

  test('comes in once where two shares reach the goal at once, with both behind it', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const [a, b, c] = [
      await concert.share(400, song),
      await concert.shareBegun(600, song),
      await concert.shareBegun(700, song),
    ]
    await Promise.all(
      [b, c].map(({ page }) => world.bank.pay(page, { method: 'sbp', action: 'pay' })),
    )
    await Promise.all([world.settle(), world.settle()])
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 3 1700'])
    assert.deepEqual(await outcomes([a, b, c]), ['secured', 'secured', 'secured'])
    await concert.skip(song)
    await wentBack()
    assert.deepEqual(await outcomes([a, b, c]), Array(3).fill('returned skipped'))
  })

  test('is paid for no more once it was played', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    await concert.paid('card', 100_000, song)
    const [entry] = await concert.queue()
    const late = await concert.shareBegun(100, song, entry?.id)
    const shown = await world.ok(api.payment.byId, { params: { id: late.id } })
    assert.equal(shown.share, true)
    await concert.played(song)
    assert.equal(await outcomeOf(world, late.id), 'canceled already_played')
  })

  test('takes a share back while it collects, and not once the others count on it', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const [one, two] = [await concert.share(300, song), await concert.share(300, song)]
    const begins = await world.ok(api.payment.byId, { params: { id: one.id } })
    assert.equal(begins.share, true)
    await cancelled(world, one.id, one.by.cookie)
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 1 300 of 1000'])
    const three = await concert.share(700, song)
    assert.equal((await stateOf(concert, two))?.mayCancel, false)
    const reply = await world.call(
      api.songs.cancelOrder,
      { body: { orderId: three.id } },
      { cookie: three.by.cookie! },
    )
    assert.equal(reply.failure.code, 'ILLEGAL_STEP')
    assert.match(reply.failure.message, /на общие деньги/u)
    const more = await concert.share(400, song)
    assert.equal(await cancelled(world, more.id, more.by.cookie), true)
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 2 1000'])
  })

  test('is nobody’s any more once the last one takes his share back, and may be begun anew', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const one = await concert.share(300, song)
    await cancelled(world, one.id, one.by.cookie)
    assert.deepEqual(await concert.queueLines(), [])
    await concert.share(200, song)
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 1 200 of 1000'])
  })

  test('is in the queue with all who paid for it where somebody orders it whole, or the artist takes it', async () => {
    for (const way of ['order', 'add', 'list'] as const) {
      const concert = await poolConcert()
      const song = await concert.newSong()
      const one = await concert.share(300, song)
      if (way === 'order') await concert.paid('card', 100_000, song)
      if (way === 'add')
        await world.ok(
          api.artist.addSong,
          {
            body: {
              sessionId: concert.sessionId,
              entryId: crypto.randomUUID(),
              songId: song,
              title: '',
              artistName: '',
            },
          },
          concert.as,
        )
      if (way === 'list')
        await world.ok(
          api.artist.updateSessionSongList,
          { body: { sessionId: concert.sessionId, idList: [song] } },
          concert.as,
        )
      const status = way === 'add' ? 'QUEUED' : 'SCHEDULED'
      assert.deepEqual(await concert.queueLines(), [
        way === 'order' ? 'SCHEDULED 2 1300' : `${status} 1 300`,
      ])
      await concert.played(song)
      await wentBack()
      assert.equal(await outcomeOf(world, one.id), 'released')
    }
  })

  test('collects again where the bank took a share back', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const [one, two] = [
      await concert.share(500, song, undefined, 'sbp'),
      await concert.share(500, song),
    ]
    await world.bank.operator.refund(await bankIdOf(world, one.id))
    await wentBack()
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 1 500 of 1000'])
    assert.deepEqual(await outcomes([one, two]), ['returned external', 'secured'])
  })

  test('is cheap where it is late: money for a collection that is over goes back', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const begun = await concert.shareBegun(300, song)
    await concert.end()
    await world.bank.pay(begun.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    await wentBack()
    assert.equal(await outcomeOf(world, begun.id), 'returned late')
  })

  test('refuses a share that is too small, and a collection where there is no support', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const asked = (more: object) => makePhone(world).order(concert.stage, song, more)
    const small = await asked({ amount: 9900, collect: true })
    assert.equal(small.failure.message, 'Минимум 100 ₽')
    await concert.change({ support: false })
    const none = await asked({ amount: 30_000, collect: true })
    assert.equal(none.failure.message, 'Минимум 1000 ₽')
  })
})

describe('Who begins a collection', () => {
  test('is counted as whoever orders, before his money is there and after, and others are not', async () => {
    const concert = await poolConcert({ paidWaiting: 1 })
    const [song, other] = [await concert.newSong(), await concert.newSong()]
    const [anya, borya] = [makePhone(world), makePhone(world)]
    const refused = async (by: Phone, more: object) =>
      (await by.order(concert.stage, other, more)).failure?.code ?? null
    const { page } = await concert.shareBegun(300, song, undefined, anya)
    const again = { amount: 30_000, collect: true }
    assert.equal(await refused(anya, again), 'SONG_NOT_ACCEPTED')
    await world.bank.pay(page, { method: 'card', action: 'pay' })
    await world.settle()
    assert.equal(await refused(anya, again), 'SONG_NOT_ACCEPTED')
    const joined = await concert.shareBegun(300, song, undefined, borya)
    await world.bank.pay(joined.page, { method: 'card', action: 'pay' })
    await world.settle()
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 2 600 of 1000'])
    assert.equal(await refused(borya, again), null)
    const byForm = { amount: 10_000, collect: true }
    const limited = await borya.order(concert.stage, song, byForm)
    assert.equal(limited.status, 200, JSON.stringify(limited.failure))
    const whole = await borya.order(concert.stage, song, { ...byForm, amount: 100_000 })
    assert.equal(whole.failure.code, 'SONG_NOT_ACCEPTED')
  })
})

describe('A collection that cannot reach its goal', () => {
  test('gives back the share of a supporter who pays after its song was played', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    await concert.share(300, song)
    const [pool] = await concert.queue()
    const late = await concert.shareBegun(200, song, pool?.id)
    await concert.paid('card', 100_000, song)
    await concert.played(song)
    await world.bank.pay(late.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    await wentBack()
    assert.equal(await outcomeOf(world, late.id), 'returned late')
    assert.deepEqual(await concert.queueLines(), [])
  })

  test('is not opened anew by a share that was begun for it and paid after its song was played', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    await concert.share(300, song)
    const late = await concert.shareBegun(200, song)
    await concert.paid('card', 100_000, song)
    await concert.played(song)
    await world.bank.pay(late.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    await wentBack()
    assert.equal(await outcomeOf(world, late.id), 'returned late')
    assert.deepEqual(await concert.queueLines(), [])
  })

  test('stays in the list where its artist laid it, after the last share went', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const one = await concert.share(300, song)
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId: concert.sessionId, idList: [song] } },
      concert.as,
    )
    await cancelled(world, one.id, one.by.cookie)
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 0 0'])
  })

  test('holds nobody’s money in the queue', async () => {
    const listed = await poolConcert()
    const song = await listed.newSong()
    const alone = await listed.share(300, song)
    await world.ok(
      api.artist.updateSessionSongList,
      { body: { sessionId: listed.sessionId, idList: [song] } },
      listed.as,
    )
    assert.equal((await stateOf(listed, alone))?.mayCancel, true)
    assert.equal(await cancelled(world, alone.id, alone.by.cookie), true)

    const taken = await poolConcert()
    const other = await taken.newSong()
    const [one, two] = [
      await taken.share(500, other, undefined, 'sbp'),
      await taken.share(500, other),
    ]
    await world.bank.operator.refund(await bankIdOf(world, one.id))
    await wentBack()
    assert.equal(await cancelled(world, two.id, two.by.cookie), true)
    assert.deepEqual(await taken.queueLines(), [])
  })

  test('holds no whole order that brought its song into the queue', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    await concert.share(300, song)
    const by = makePhone(world)
    const reply = await by.order(concert.stage, song, { amount: 100_000 })
    await world.bank.pay(pageOf(reply.data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    assert.equal(await cancelled(world, reply.data.orderId, by.cookie), true)
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 1 300 of 1000'])
  })

  test('goes back where the concert or the account becomes free, and where no orders are taken', async () => {
    for (const way of ['rules', 'account', 'orders'] as const) {
      const concert = await poolConcert()
      const song = await concert.newSong()
      const one = await concert.share(300, song)
      if (way === 'rules') await concert.change({ money: 'free' })
      if (way === 'account')
        await world.ok(
          api.auth.update,
          { body: { paymentDTO: { paidSongsEnabled: false } } },
          concert.as,
        )
      if (way === 'orders') {
        const { sessionId } = concert
        const { advancedSession } = await world.ok(api.session.byId, { query: { sessionId } })
        const privacy = { ...advancedSession.privacy, ableGetSongs: false }
        const advancedSessionDTO = { ...advancedSession, privacy }
        await world.ok(api.session.update, { body: { sessionId, advancedSessionDTO } }, concert.as)
      }
      await wentBack()
      assert.equal(await outcomeOf(world, one.id), 'returned not_collected', way)
      assert.deepEqual(await concert.queueLines(), [])
    }
  })

  test('is put away by its artist, with all its money', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    const one = await concert.share(300, song)
    const unpaid = await concert.shareBegun(200, song)
    await concert.skip(song)
    await wentBack()
    assert.deepEqual(await outcomes([one, unpaid]), ['returned skipped', 'canceled skipped'])
    assert.deepEqual(await concert.queueLines(), [])
  })

  test('keeps who is about to pay for it where the artist interrupts its song', async () => {
    const concert = await poolConcert()
    const song = await concert.newSong()
    await concert.paid('card', 100_000, song)
    await concert.next()
    await concert.share(300, song)
    const unpaid = await concert.shareBegun(200, song)
    await world.ok(
      api.artist.changeSongStatus,
      {
        body: {
          songId: song,
          statusSong: 'SKIPPED',
          sessionId: concert.sessionId,
          interrupts: true,
        },
      },
      concert.as,
    )
    await world.bank.pay(unpaid.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    assert.deepEqual(await concert.queueLines(), ['COLLECTING 2 500 of 1000'])
  })
})

describe('A share of a song that waits', () => {
  test('is a payment of its own, told with the sum of all, and comes back with the interrupted song', async () => {
    const concert = await poolConcert({ minSongAmount: 300 })
    const order = await concert.paid('card', 30_000)
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 1 0'])
    const [entry] = await concert.queue()
    const share = await concert.share(30, order.song, entry?.id)
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 2 330'])
    assert.deepEqual(
      (await concert.queue()).map(({ amount, paidOrders }) => [amount, paidOrders]),
      [[33_000, 2]],
    )
    await concert.next()
    await concert.skip(order.song)
    await wentBack()
    assert.equal(await outcomeOf(world, share.id), 'returned interrupted')
    assert.equal(await outcomeOf(world, order.id), 'returned interrupted')
  })

  test('goes back where the song no longer waits when it is paid', async () => {
    const concert = await poolConcert({ minSongAmount: 300 })
    const order = await concert.paid('card', 30_000)
    const [entry] = await concert.queue()
    const begun = await concert.shareBegun(30, order.song, entry?.id)
    await concert.next()
    await world.bank.pay(begun.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    await wentBack()
    assert.equal(await outcomeOf(world, begun.id), 'returned song_refused')
  })

  test('moves its song where the larger sum stands first', async () => {
    const concert = await poolConcert({ minSongAmount: 300, turn: 'contribution', lock: 0 })
    const [first, second] = [await concert.paid('card', 40_000), await concert.paid('card', 30_000)]
    const entry = (await concert.queue()).find(({ songId }) => songId === second.song)
    await concert.share(200, second.song, entry?.id)
    assert.deepEqual(
      (await concert.queue()).map(({ songId }) => songId),
      [second.song, first.song],
    )
  })

  test('is given after the reception closed too', async () => {
    const concert = await poolConcert({ minSongAmount: 300 })
    const order = await concert.paid('card', 30_000)
    await concert.change({ lastCall: 'closed' })
    const [entry] = await concert.queue()
    await concert.share(30, order.song, entry?.id)
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 2 330'])
  })

  test('may still be paid where the reception closes meanwhile', async () => {
    const concert = await poolConcert({ minSongAmount: 300 })
    const order = await concert.paid('card', 30_000)
    const [entry] = await concert.queue()
    const begun = await concert.shareBegun(30, order.song, entry?.id)
    await concert.change({ lastCall: 'closed' })
    await world.bank.pay(begun.page, { method: 'sbp', action: 'pay' })
    await world.settle()
    assert.deepEqual(await concert.queueLines(), ['SCHEDULED 2 330'])
  })
})
