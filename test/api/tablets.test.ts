import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { HALL, makeLimits } from '#server/platform/http/limits.ts'
import { memoryAllowances } from '#server/platform/limits/rate-counters.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { askIds, makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  // All of a venue are behind one address here, and try within a second.
  const hall = { ...HALL, newDevicesPerSecond: 1000 }
  world = await makeWorld({ limits: makeLimits({ shared: memoryAllowances(), hall }) })
})
after(() => world.close())

async function codeOf({ concertId, as }: Pick<TestStage, 'concertId' | 'as'>): Promise<string> {
  const { code } = await world.ok(api.tablets.code, { body: { sessionId: concertId } }, as)
  return code
}

const pairing = (stage: Pick<TestStage, 'artist'>, code: string, table = 7) =>
  world.call(
    api.tablets.pair,
    { body: { artistUsername: stage.artist.username, code, table } },
    { address: freshAddress() },
  )

/** A tablet at a table of this stage. */
async function tabletOf(stage: TestStage, table = 7) {
  const { status, data } = await pairing(stage, await codeOf(stage), table)
  assert.equal(status, 201)
  const { token } = data
  const order = (songId: string | null, more: object = {}, key: string = randomUUID()) => {
    const body = { token, songId, title: '', artistName: '', imageUrl: '', ...more }
    return world.call(api.tablets.order, { body }, { key, address: freshAddress() })
  }
  const look = () => world.call(api.tablets.look, { body: { token } })
  const move = (code: string, to: number) =>
    world.call(api.tablets.move, { body: { token, code, table: to } }, { address: freshAddress() })
  const ahead = (songId?: string) =>
    world.ok(api.tablets.placeAhead, { body: { token, ...(songId && { songId }) } })
  return { token, order, look, move, ahead }
}

const listOf = ({ concertId, as }: TestStage) =>
  world.ok(api.tablets.list, { query: { sessionId: concertId } }, as)

describe('The code of a tablet', () => {
  test('pairs it with the concert, is typed with a space too, and is no secret in the table', async () => {
    const stage = await makeStage(world)
    const code = await codeOf(stage)
    assert.match(code, /^\d{6}$/u)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const { data } = await pairing(stage, spaced, 12)
    const { data: seen } = await world.call(api.tablets.look, { body: { token: data.token } })
    assert.equal(seen.sessionId, stage.concertId)
    assert.equal(seen.table, 12)
    assert.equal(seen.status, 'NOW')
    const stored = await world.sql.selectFrom('tablets').selectAll().execute()
    assert.equal(JSON.stringify(stored).includes(data.token), false)
    const codes = await world.sql.selectFrom('tabletCodes').selectAll().execute()
    assert.equal(
      codes.some(({ codeHash }) => codeHash.includes(code)),
      false,
    )
  })

  test('is refused when it is wrong, late, of another artist, replaced, or of a concert that is over', async () => {
    const stage = await makeStage(world)
    const other = await makeStage(world)
    const first = await codeOf(stage)
    const refused = async (of: TestStage, code: string) => {
      const { failure } = await pairing(of, code)
      assert.equal(failure.fields?.['code'], 'Код не подошёл. Новый — на пульте артиста')
    }
    await refused(stage, '')
    await refused(other, first)
    let code = await codeOf(stage)
    if (first !== code) await refused(stage, first)
    world.advance(10 * MINUTE_MS)
    await refused(stage, code)
    code = await codeOf(stage)
    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: stage.concertId, sessionStatus: 'PLAYED' } },
      stage.as,
    )
    await refused(stage, code)
  })

  /** Tries codes at this artist's, from one network unless another one is named. */
  const triesAt =
    (stage: TestStage, address: string) =>
    (code: string, as: object = {}) =>
      world.call(
        api.tablets.pair,
        { body: { artistUsername: stage.artist.username, code, table: 7 } },
        { address, ...as },
      )
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

  test('mistyped on one device stops that device, and no other one in its network', async () => {
    const stage = await makeStage(world)
    const code = await codeOf(stage)
    const tried = triesAt(stage, freshAddress())
    const { cookie = '' } = await tried(wrongFor(code))
    for (let n = 1; n < 10; n += 1)
      assert.equal((await tried(wrongFor(code), { cookie })).status, 400)
    assert.equal((await tried(code, { cookie })).failure.code, 'TOO_MANY')
    for (let n = 0; n < 40; n += 1) assert.equal((await tried(wrongFor(code))).status, 400)
    const { status, data } = await tried(code)
    assert.equal(status, 201)
    const body = { token: data.token, code, table: 8 }
    const moved = await world.call(api.tablets.move, { body }, { address: freshAddress(), cookie })
    assert.equal(moved.failure.code, 'TOO_MANY')
  })

  test('cannot be guessed: wrong ones of new devices are counted by network, all by artist, right ones by neither', async () => {
    const stage = await makeStage(world)
    const code = await codeOf(stage)
    const tried = triesAt(stage, freshAddress())
    for (let n = 0; n < 25; n += 1) assert.equal((await tried(code)).status, 201)
    for (let n = 0; n < 60; n += 1) assert.equal((await tried(wrongFor(code))).status, 400)
    const refused = await tried(code)
    assert.equal(refused.failure.code, 'TOO_MANY')
    assert.equal((await tried(code, { cookie: refused.cookie })).status, 201)
    const elsewhere = () => ({ address: freshAddress() })
    for (let n = 60; n < 180; n += 1) await tried(wrongFor(code), elsewhere())
    assert.equal((await tried(code, elsewhere())).failure.code, 'TOO_MANY')
  })

  test('tried from one network with many cookies stops no tablet elsewhere', async () => {
    const stage = await makeStage(world)
    const code = await codeOf(stage)
    const tried = triesAt(stage, freshAddress())
    for (let device = 0; device < 20; device += 1) {
      const { cookie = '' } = await tried(wrongFor(code))
      for (let n = 1; n < 10; n += 1) await tried(wrongFor(code), { cookie })
    }
    assert.equal((await tried(code, { address: freshAddress() })).status, 201)
  })

  test('is made for a concert of one’s own, before it and while it runs', async () => {
    const stage = await makeStage(world)
    const coming = await world.concert(stage.artist)
    const code = await codeOf({ concertId: coming, as: stage.as })
    const { data } = await pairing(stage, code)
    const { data: seen } = await world.call(api.tablets.look, { body: { token: data.token } })
    assert.equal(seen.status, 'SCHEDULED')
    const stranger = await world.artist()
    const body = { sessionId: stage.concertId }
    await world.refused('NOT_YOURS', api.tablets.code, { body }, stranger)
    await world.refused('NOT_YOURS', api.tablets.list, { query: body }, stranger)
  })
})

describe('A tablet', () => {
  test('orders for its table, which the pad shows, and the listener’s name with it', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 12)
    const { status, data } = await tablet.order(stage.ids.А, { name: 'Аня', words: 'Маме' })
    assert.equal(status, 200)
    assert.equal(data.place, 1)
    const [entry] = await stage.queue()
    assert.deepEqual(entry?.tables, [12])
    assert.deepEqual(
      entry?.asks?.map(({ name, words }) => [name, words]),
      [['Аня', 'Маме']],
    )
    assert.equal((await tablet.order(stage.ids.Б)).data.place, 2)
  })

  test('counts free orders by table: another table is another person, another tablet is not', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 7)
    const beside = await tabletOf(stage, 7)
    await tablet.order(stage.ids.А)
    assert.deepEqual((await beside.ahead()).left, { ordered: 1, most: 2 })
    await beside.order(stage.ids.Б)
    const { failure } = await tablet.order(stage.ids.В)
    assert.equal(failure.code, 'FREE_LIMIT')
    assert.equal((await tablet.move(await codeOf(stage), 8)).status, 200)
    assert.deepEqual((await tablet.ahead()).left, { ordered: 0, most: 2 })
    assert.equal((await tablet.order(stage.ids.В)).status, 200)
    assert.equal((await makePhone(world).order(stage, stage.ids.Г)).status, 200)
    const tables = (await stage.queue()).map(
      ({ title, tables: at }) => `${title} ${(at ?? []).join()}`,
    )
    assert.deepEqual(tables, ['А 7', 'Б 7', 'В 8', 'Г '])
  })

  test('names two of its table who both sing one song, and one of them once', async () => {
    const stage = await makeStage(world)
    const rules = { sessionId: stage.concertId, rules: { singing: true } }
    await world.ok(api.artist.changeRules, { body: rules }, stage.as)
    const tablet = await tabletOf(stage)
    const sing = (name: string) =>
      tablet.order(stage.ids.А, { name, sings: { with: '', keyShift: 0 } })
    const first = await tablet.order(stage.ids.А, { name: 'Вера' })
    world.advance(1000)
    const anya = await sing('Аня')
    const [named] = await stage.queue()
    assert.deepEqual([named?.backers, named?.singers?.names], [1, ['Аня']])
    assert.equal((await sing('Аня')).data.orderId, anya.data.orderId)
    assert.equal((await tablet.order(stage.ids.А)).data.orderId, first.data.orderId)
    // The table has as many free orders as it may.
    assert.equal((await sing('Олег')).failure.code, 'FREE_LIMIT')
    await makePhone(world).order(stage, stage.ids.А, {
      name: 'Олег',
      sings: { with: '', keyShift: 0 },
    })
    assert.deepEqual((await stage.queue())[0]?.singers?.names, ['Аня', 'Олег'])
  })

  test('sent again under its key is the same order', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage)
    const key = randomUUID()
    const first = await tablet.order(stage.ids.А, {}, key)
    const again = await tablet.order(stage.ids.А, {}, key)
    assert.deepEqual(again.data, first.data)
    assert.deepEqual(await stage.list(), ['А SCHEDULED'])
  })

  test('sent again after the evening was closed is the same order too', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage)
    const key = randomUUID()
    const first = await tablet.order(stage.ids.А, {}, key)
    const body = { sessionId: stage.concertId, rules: {}, codeWord: 'Горько' }
    await world.ok(api.artist.changeRules, { body }, stage.as)
    assert.deepEqual((await tablet.order(stage.ids.А, {}, key)).data, first.data)
  })

  test('shows and hands over nothing of its table to a phone that repeats its order', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 7)
    await tablet.order(stage.ids.А, { name: 'Вера' })
    const key = randomUUID()
    await tablet.order(stage.ids.Б, {}, key)
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.Б, { table: 7 }, key)
    const titles = (await myOrders(world, stage.concertId, phone.cookie)).map(({ title }) => title)
    assert.deepEqual(titles, ['Б'])
  })

  test('takes no money, and says so', async () => {
    const stage = await makeStage(world, {
      artist: { paidSongsEnabled: true, minSongRubles: 100 },
    })
    const tablet = await tabletOf(stage)
    const { failure } = await tablet.order(stage.ids.А)
    assert.equal(failure.code, 'SONG_NOT_ACCEPTED')
    assert.equal(failure.message, 'Платный заказ — с телефона')
    assert.deepEqual(await stage.list(), [])
  })

  test('comes into a closed evening, and keeps the rules of any order', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage)
    const sessionId = stage.concertId
    const body = { sessionId, rules: { lastCall: 'open' as const }, codeWord: 'Горько' }
    const { pass } = await world.ok(api.artist.changeRules, { body }, stage.as)
    assert.equal((await tablet.look()).data.pass, pass)
    assert.equal((await tablet.order(stage.ids.А)).status, 200)
    const closed = { sessionId, rules: { lastCall: 'closed' as const } }
    await world.ok(api.artist.changeRules, { body: closed }, stage.as)
    assert.equal((await tablet.order(stage.ids.Б)).failure.code, 'SESSION_NOT_OPEN')
  })

  test('moves to another table by a code of its own concert alone', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 7)
    const coming = await world.concert(stage.artist)
    const foreign = await codeOf({ concertId: coming, as: stage.as })
    assert.equal((await tablet.move(foreign, 8)).status, 400)
    assert.equal((await tablet.look()).data.table, 7)
    await tablet.move(await codeOf(stage), 8)
    assert.equal((await tablet.look()).data.table, 8)
  })

  test('is seen and ended from the pad, and says so', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 12)
    await tabletOf(stage, 7)
    const list = await listOf(stage)
    assert.deepEqual(
      list.map(({ table }) => table),
      [7, 12],
    )
    const body = { sessionId: stage.concertId, id: list[1]?.id ?? '' }
    const stranger = await world.artist()
    await world.refused('NOT_YOURS', api.tablets.end, { body }, stranger)
    await world.ok(api.tablets.end, { body }, stage.as)
    await world.refused('NOT_FOUND', api.tablets.end, { body }, stage.as)
    for (const { status, failure } of [await tablet.look(), await tablet.order(stage.ids.А)]) {
      assert.equal(status, 404)
      assert.equal(failure.message, 'Этот планшет отключили')
    }
    assert.deepEqual(
      (await listOf(stage)).map(({ table }) => table),
      [7],
    )
  })

  test('whose guest is muted is muted with its table alone', async () => {
    const stage = await makeStage(world)
    const tablet = await tabletOf(stage, 7)
    const other = await tabletOf(stage, 8)
    await tablet.order(stage.ids.А, { name: 'Аня' })
    const [askId = ''] = await askIds(stage)
    const body = { sessionId: stage.concertId, askId, muted: true }
    await world.ok(api.artist.muteListener, { body }, stage.as)
    assert.equal((await tablet.order(stage.ids.Б)).failure.code, 'SONG_NOT_ACCEPTED')
    assert.equal((await other.order(stage.ids.Б)).status, 200)
  })
})
