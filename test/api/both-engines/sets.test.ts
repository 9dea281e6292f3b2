import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SETS_MOST } from '#domain/songs/song-set.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

/** Letters are songs of the stage, numbers breaks, everything else notes. */
function itemsOf({ ids }: Pick<TestStage, 'ids'>, line: readonly (number | string)[]) {
  return line.map((one) => {
    if (typeof one === 'number') return { kind: 'break' as const, minutes: one }
    const songId = ids[one as Title] as string | undefined
    return songId === undefined
      ? { kind: 'note' as const, text: one }
      : { kind: 'song' as const, songId }
  })
}

async function saved(stage: TestStage, line: readonly (number | string)[]) {
  const items = itemsOf(stage, line)
  const body = { id: null, title: 'Вечер', targetMinutes: 45, items }
  const { id } = await world.ok(api.artist.saveSet, { body }, stage.as)
  return { ...body, id }
}

const lay = (
  stage: TestStage,
  id: string,
  key: string = randomUUID(),
  sessionId = stage.concertId,
) => world.call(api.artist.laySet, { body: { id, sessionId } }, { ...stage.as, key })

const befores = async (stage: TestStage) =>
  (await stage.queue()).map(
    ({ title, beforeBreak = 0, beforeNote = '' }) => `${title} ${beforeBreak} ${beforeNote}`,
  )

const rule = (stage: TestStage, rules: object) =>
  world.ok(api.artist.changeRules, { body: { sessionId: stage.concertId, rules } }, stage.as)

const at = async (stage: TestStage, cookie: string | undefined) => {
  const [order] = await myOrders(world, stage.concertId, cookie)
  assert.ok(order !== undefined)
  return order
}

describe('a set', () => {
  test('is not written over what was saved since it was read', async () => {
    const stage = await makeStage(world)
    const { id, ...set } = await saved(stage, ['А'])
    const { savedAt } = await world.ok(api.artist.set, { query: { id } }, stage.as)
    world.advance(MINUTE_MS)
    const save = (title: string, known = savedAt) =>
      world.call(api.artist.saveSet, { body: { ...set, id, title, savedAt: known } }, stage.as)
    const first = await save('Утро')
    assert.equal((await save('Ночь')).failure.code, 'ILLEGAL_STEP')
    assert.equal((await save('Ночь', first.data.savedAt)).status, 200)
  })

  test('is saved once by a request that comes again, because its answer was lost', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А'])
    const { savedAt } = await world.ok(api.artist.set, { query: { id } }, stage.as)
    world.advance(MINUTE_MS)
    const items = itemsOf(stage, ['Б', 15, 'тихо'])
    const body = { id, title: 'Утро', targetMinutes: 45, items, savedAt }
    const first = await world.ok(api.artist.saveSet, { body }, stage.as)
    world.advance(MINUTE_MS)
    assert.deepEqual(await world.ok(api.artist.saveSet, { body }, stage.as), first)
    const other = { ...body, items: itemsOf(stage, ['Б', 'тихо', 15]) }
    await world.refused('ILLEGAL_STEP', api.artist.saveSet, { body: other }, stage.as)
  })

  test('is kept whole, with the lengths that are noted, and the list says how long it lasts', async () => {
    const stage = await makeStage(world)
    const song = { songId: stage.ids.А, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body: song }, stage.as)
    await world.ok(
      api.artist.tagSong,
      { body: { songId: song.songId, tags: [], seconds: 200 } },
      stage.as,
    )
    const { id } = await saved(stage, ['А', 15, 'тихо', 'Б'])
    const set = await world.ok(api.artist.set, { query: { id } }, stage.as)
    assert.deepEqual(
      set.items.map((item) =>
        item.kind === 'song' ? [item.title, item.seconds, item.isFavorite] : item,
      ),
      [
        ['А', 200, true],
        { kind: 'break', minutes: 15 },
        { kind: 'note', text: 'тихо' },
        ['Б', undefined, false],
      ],
    )
    assert.deepEqual(await world.ok(api.artist.sets, {}, stage.as), [
      {
        id,
        title: 'Вечер',
        targetMinutes: 45,
        songs: 2,
        seconds: 440,
        estimated: 1,
        breakMinutes: 15,
      },
    ])
  })

  test('is written anew under its id, and gone once it is deleted, and once more', async () => {
    const stage = await makeStage(world)
    const set = await saved(stage, ['А'])
    await world.ok(api.artist.saveSet, { body: { ...set, title: 'Другой', items: [] } }, stage.as)
    const [kept] = await world.ok(api.artist.sets, {}, stage.as)
    assert.deepEqual([kept?.title, kept?.songs], ['Другой', 0])
    await world.refused(
      'ILLEGAL_STEP',
      api.artist.laySet,
      { body: { id: set.id, sessionId: stage.concertId } },
      stage.as,
    )
    const query = { id: set.id }
    for (const _ of [1, 2])
      assert.equal(await world.ok(api.artist.deleteSet, { query }, stage.as), true)
    await world.refused('NOT_FOUND', api.artist.set, { query }, stage.as)
  })

  test('is listed by its title as it is read: the tenth after the second, ё beside е', async () => {
    const stage = await makeStage(world)
    const rest = { id: null, targetMinutes: null, items: itemsOf(stage, ['А']) }
    for (const title of ['Сет 10', 'сет 2', '«Ёлка»', 'Сет 1', 'Жар'])
      await world.ok(api.artist.saveSet, { body: { ...rest, title } }, stage.as)
    const titles = (await world.ok(api.artist.sets, {}, stage.as)).map(({ title }) => title)
    assert.deepEqual(titles, ['«Ёлка»', 'Жар', 'Сет 1', 'сет 2', 'Сет 10'])
  })

  test('is made once for each key', async () => {
    const stage = await makeStage(world)
    const body = { id: null, title: 'Вечер', targetMinutes: null, items: [] }
    const as = { ...stage.as, key: randomUUID() }
    const twice = [1, 2].map(() => world.ok(api.artist.saveSet, { body }, as))
    const [one, two] = await Promise.all(twice)
    assert.equal(one?.id, two?.id)
    assert.equal((await world.ok(api.artist.sets, {}, stage.as)).length, 1)
  })

  test('is its artist’s alone: nobody else reads, writes, deletes or plays it', async () => {
    const stage = await makeStage(world)
    const other = await makeStage(world)
    const set = await saved(stage, ['А'])
    await world.refused('NOT_FOUND', api.artist.set, { query: { id: set.id } }, other.as)
    await world.refused('NOT_FOUND', api.artist.saveSet, { body: set }, other.as)
    await world.ok(api.artist.deleteSet, { query: { id: set.id } }, other.as)
    await world.refused(
      'NOT_FOUND',
      api.artist.laySet,
      { body: { id: set.id, sessionId: other.concertId } },
      other.as,
    )
    await world.refused(
      'NOT_YOURS',
      api.artist.laySet,
      { body: { id: set.id, sessionId: other.concertId } },
      stage.as,
    )
    assert.equal((await world.ok(api.artist.sets, {}, stage.as)).length, 1)
  })

  test('is refused at the field that is wrong, with a song that is in no catalogue, and beyond as many as there may be', async () => {
    const stage = await makeStage(world)
    const set = await saved(stage, ['А'])
    const { failure } = await world.call(
      api.artist.saveSet,
      { body: { ...set, title: '', targetMinutes: 4 } },
      stage.as,
    )
    assert.deepEqual(Object.keys(failure.fields ?? {}), ['title', 'targetMinutes'])
    const items = [{ kind: 'song' as const, songId: randomUUID() }]
    await world.refused('NOT_FOUND', api.artist.saveSet, { body: { ...set, items } }, stage.as)
    await world.sql
      .insertInto('sets')
      .values(
        Array.from({ length: SETS_MOST - 2 }, () => ({
          id: randomUUID(),
          artistId: stage.artist.id,
          title: 'x',
          targetMinutes: null,
          items: '[]',
          updatedAt: world.now(),
        })),
      )
      .execute()
    const both = [1, 2].map(() =>
      world.call(api.artist.saveSet, { body: { ...set, id: null } }, stage.as),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 409],
      'one place was left',
    )
    assert.equal((await world.call(api.artist.saveSet, { body: set }, stage.as)).status, 200)
  })
})

describe('a set that is laid into a concert', () => {
  test('becomes the artist’s own queue after what stands there, and doubles no song that waits', async () => {
    const stage = await makeStage(world)
    await makePhone(world).order(stage, stage.ids.В)
    await stage.scheduled('Д', 'В')
    await stage.queued('Д')
    const { id } = await saved(stage, ['начали', 'А', 'Б', 15, 'тихо', 'В', 'Д'])
    const { data } = await lay(stage, id)
    assert.deepEqual(data, { added: 2, waiting: 2 })
    assert.deepEqual(await stage.list(), ['Д QUEUED', 'А QUEUED', 'Б QUEUED', 'В QUEUED'])
    assert.deepEqual(await befores(stage), ['Д 0 ', 'А 0 начали', 'Б 0 ', 'В 15 тихо'])
    await assertQueueConsistent(world.sql)
  })

  test('is laid once for each key, and a second time adds nothing to what waits', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А', 20, 'Б'])
    const key = randomUUID()
    const twice = await Promise.all([lay(stage, id, key), lay(stage, id, key)])
    assert.deepEqual(
      twice.map(({ data }) => data),
      [
        { added: 2, waiting: 0 },
        { added: 2, waiting: 0 },
      ],
    )
    assert.deepEqual((await lay(stage, id)).data, { added: 0, waiting: 2 })
    assert.deepEqual(await befores(stage), ['А 0 ', 'Б 20 '])
    await stage.next()
    await stage.next()
    assert.deepEqual((await lay(stage, id, key)).data, { added: 2, waiting: 0 }, 'a late repeat')
    assert.deepEqual(await stage.list(), ['Б NOW'])
  })

  test('is laid into announced concerts, any number of them, and into none that is over', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А', 'Б'])
    const coming = await world.concert(stage.artist, { startsIn: 600 })
    assert.equal((await lay(stage, id)).status, 200)
    assert.equal((await lay(stage, id, randomUUID(), coming)).status, 200)
    const over = await world.concert(stage.artist, { status: 'PLAYED', startsIn: -600 })
    assert.equal((await lay(stage, id, randomUUID(), over)).failure.code, 'ILLEGAL_STEP')
  })

  test('leaves its break and note to the next song of it where one leaves the queue unplayed', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А', 15, 'раз', 'Б', 'два', 'В', 'Г'])
    await lay(stage, id)
    await stage.skip('Б')
    assert.deepEqual(await befores(stage), ['А 0 ', 'В 15 раз\nдва', 'Г 0 '])
    const songId = stage.ids.В
    await world.ok(
      api.artist.backToOrders,
      { body: { songId, sessionId: stage.concertId } },
      stage.as,
    )
    assert.deepEqual(await befores(stage), ['А 0 ', 'Г 15 раз\nдва', 'В 0 '])
  })

  test('is told to no listener: neither its notes nor its breaks', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, [15, 'тайна', 'А'])
    await lay(stage, id)
    const query = { sessionId: stage.concertId }
    const told = JSON.stringify([
      await world.ok(api.test.getQueueBySession, { body: query }),
      await world.ok(api.session.byId, { query }),
    ])
    assert.ok(told.includes('"А"') && !told.includes('тайна') && !told.includes('before'))
  })
})

test('a wait counts the breaks before it until they begin, and the length of a song no break after it', async () => {
  const stage = await makeStage(world)
  const { id } = await saved(stage, ['А', 15, 'Б'])
  await lay(stage, id)
  const phone = makePhone(world)
  await stage.next()
  await phone.order(stage, stage.ids.В)
  const wait = async () => (await at(stage, phone.cookie)).waitMinutes
  // Two songs of four minutes, and a break of a quarter of an hour.
  assert.deepEqual(await wait(), { from: 17, to: 31 })
  world.advance(4 * MINUTE_MS)
  const until = new Date(world.now().getTime() + 15 * MINUTE_MS).toISOString()
  await world.ok(api.artist.takeBreak, { body: { sessionId: stage.concertId, until } }, stage.as)
  assert.equal(await wait(), null)
  assert.deepEqual(await befores(stage), ['А 0 ', 'Б 0 ', 'В 0 '])
  world.advance(15 * MINUTE_MS)
  await world.ok(api.artist.resume, {}, stage.as)
  await stage.next()
  const { lengths } = await world.sql
    .selectFrom('queueEntries')
    .select((of) => of.fn.count<number>('id').as('lengths'))
    .whereRef('breakAt', '<', 'closedAt')
    .where('concertId', '=', stage.concertId)
    .executeTakeFirstOrThrow()
  assert.equal(lengths, 1)
})

describe('orders between own songs', () => {
  test('come after every second one: in the queue, in the place and wait that listeners see, and by «next»', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А', 'Б', 'В', 'Г'])
    await lay(stage, id)
    const extra = await world.song('Заказ', stage.artist.username)
    const more = await world.song('Ещё', stage.artist.username)
    const [one, two] = [makePhone(world), makePhone(world)]
    await one.order(stage, extra)
    await two.order(stage, more)
    assert.equal((await at(stage, one.cookie)).place, 5)
    await rule(stage, { orderAfter: 2 })
    assert.deepEqual(await stage.list(), [
      'А QUEUED',
      'Б QUEUED',
      'Заказ SCHEDULED',
      'В QUEUED',
      'Г QUEUED',
      'Ещё SCHEDULED',
    ])
    const { place, why, waitMinutes } = await at(stage, two.cookie)
    assert.equal(place, 6)
    assert.equal(why, 'Перед вами 5 песен: четыре артист выбрал сам, одну заказали раньше')
    assert.deepEqual(waitMinutes, { from: 15, to: 29 })
    const sounded: string[] = []
    for (let songs = 0; songs < 6; songs += 1) {
      await stage.next()
      sounded.push((await stage.queue())[0]?.title ?? '')
      await assertQueueConsistent(world.sql)
    }
    assert.deepEqual(sounded, ['А', 'Б', 'Заказ', 'В', 'Г', 'Ещё'])
    const line = await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })
    assert.deepEqual(line.rules, { orderAfter: 2 })
  })

  test('an order that comes when its time has passed is next, but before nobody who is told that he is', async () => {
    const stage = await makeStage(world)
    await rule(stage, { orderAfter: 1 })
    await stage.scheduled('А', 'Б', 'В', 'Г')
    await stage.queued('А', 'Б', 'В', 'Г')
    await stage.next()
    await stage.next()
    const phone = makePhone(world)
    await phone.order(stage, stage.ids.Д)
    assert.equal((await at(stage, phone.cookie)).place, 1)
    assert.deepEqual(await stage.list(), ['Б NOW', 'Д SCHEDULED', 'В QUEUED', 'Г QUEUED'])

    const other = await makeStage(world)
    await rule(other, { orderAfter: 1 })
    const waiting = makePhone(world)
    await waiting.order(other, other.ids.Б)
    await other.scheduled('А', 'Б', 'В')
    await other.queued('А', 'Б', 'В')
    await other.next()
    assert.equal((await at(other, waiting.cookie)).place, 1)
    await makePhone(world).order(other, other.ids.Д)
    assert.deepEqual(await other.list(), ['А NOW', 'Б QUEUED', 'Д SCHEDULED', 'В QUEUED'])
  })

  test('a song taken back is counted no twice', async () => {
    const stage = await makeStage(world)
    await rule(stage, { orderAfter: 2, lock: 0 })
    const { id } = await saved(stage, ['А', 'Б', 'В', 'Г'])
    await lay(stage, id)
    await stage.next()
    await stage.next()
    const [, undone] = await Promise.all([
      makePhone(world).order(stage, stage.ids.Д),
      world.ok(api.artist.lastPlayed, { query: { sessionId: stage.concertId } }, stage.as),
    ])
    assert.deepEqual(await stage.list(), ['Б NOW', 'Д SCHEDULED', 'В QUEUED', 'Г QUEUED'])
    const body = { sessionId: stage.concertId, entryId: undone?.id }
    await world.ok(api.artist.undoPlayed, { body }, stage.as)
    assert.deepEqual(await stage.list(), [
      'А NOW',
      'Б QUEUED',
      'Д SCHEDULED',
      'В QUEUED',
      'Г QUEUED',
    ])
  })

  test('a preview shows them before the rule is switched, and switched off they wait for all own songs', async () => {
    const stage = await makeStage(world)
    const { id } = await saved(stage, ['А', 'Б', 'В'])
    await lay(stage, id)
    await makePhone(world).order(stage, stage.ids.Г)
    await makePhone(world).order(stage, stage.ids.Д)
    const body = { sessionId: stage.concertId, turn: 'arrival' as const, lock: 0, orderAfter: 1 }
    const preview = await world.ok(api.artist.previewRules, { body }, stage.as)
    assert.deepEqual(
      preview.map(({ title }) => title),
      ['А', 'Г', 'Б', 'Д', 'В'],
    )
    await rule(stage, { orderAfter: 1, lock: 0 })
    assert.deepEqual(
      (await stage.queue()).map(({ title }) => title),
      ['А', 'Г', 'Б', 'Д', 'В'],
    )
    await rule(stage, { orderAfter: null })
    assert.deepEqual(
      (await stage.queue()).map(({ title }) => title),
      ['А', 'Б', 'В', 'Г', 'Д'],
    )
  })
})
