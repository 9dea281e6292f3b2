import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { paidConcert, worldWithAudit } from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))
afterEach(() => assertQueueConsistent(world.sql))

async function intoRepertoire({ as }: PaidConcert, songId: string) {
  const body = { songId, title: '', artistName: '', imageUrl: '' }
  await world.ok(api.artist.addFavorite, { body }, as)
}

type Notes = { tags?: string[]; minSongAmount?: number | null }

const note = ({ as }: PaidConcert, songId: string, { tags = [], ...more }: Notes) =>
  world.ok(api.artist.tagSong, { body: { songId, tags, ...more } }, as)

const price = ({ as }: PaidConcert, minimums: { tag: string; minSongAmount: number | null }[]) =>
  world.ok(api.artist.setTagMinimums, { body: { minimums } }, as)

/** Orders the song for so many rubles; returns the text of the refusal. */
async function refusal({ artist, sessionId }: PaidConcert, songId: string, rubles: number) {
  const { failure } = await world
    .listener()
    .order(artist, sessionId, songId, undefined, rubles * 100)
  return failure?.fields?.['amount']
}

describe('a song with a minimum of its own', () => {
  test('is ordered for that much at least, and every list says so', async () => {
    const concert = await paidConcert(world)
    const [dear, usual] = [await concert.newSong(), await concert.newSong()]
    for (const songId of [dear, usual]) await intoRepertoire(concert, songId)
    await note(concert, dear, { minSongAmount: 500 })
    assert.equal(await refusal(concert, dear, 499), 'Минимум 500 ₽')
    assert.equal(await refusal(concert, dear, 500), undefined)
    assert.equal(await refusal(concert, usual, 10), undefined)
    await concert.paid('card', 50_000, dear)
    const { username } = concert.artist
    const { sessionId } = concert
    const lists = [
      await world.ok(api.songs.findSong, { query: { input: 'Песня', username } }),
      await world.ok(api.songs.byIds, { body: { songIds: [dear, usual], username } }),
      await world.ok(api.songs.getFavoriteSongs, { query: { artistUsername: username } }),
      (await world.ok(api.songs.offered, { query: { artistUsername: username } })).songs,
      await world.ok(api.test.getQueueBySession, { body: { sessionId } }),
    ]
    for (const list of lists) {
      const priced = list.filter(({ minSongAmount }) => minSongAmount !== undefined)
      assert.deepEqual(
        priced.map(({ songId, minSongAmount }) => [songId, minSongAmount]),
        [[dear, 500]],
      )
    }
    assert.equal(JSON.stringify(await concert.queue()).includes('minSongAmount'), false)
  })

  test('may be cheaper than the concert, and follows the concert again once it has none', async () => {
    const concert = await paidConcert(world, { artist: { minSongRubles: 300 } })
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    await note(concert, songId, { minSongAmount: 50 })
    assert.equal(await refusal(concert, songId, 50), undefined)
    // Tags alone leave the price unchanged.
    assert.equal((await note(concert, songId, { tags: ['хиты'] })).ownMinimum, 50)
    await note(concert, songId, { minSongAmount: null })
    assert.equal(await refusal(concert, songId, 299), 'Минимум 300 ₽')
  })

  test('takes it from its dearest tag where it has none itself', async () => {
    const concert = await paidConcert(world)
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    await note(concert, songId, { tags: ['хиты', 'рок'] })
    const saved = await price(concert, [
      { tag: 'рок', minSongAmount: 200 },
      { tag: 'хиты', minSongAmount: 700 },
      { tag: 'неизвестная', minSongAmount: 900 },
    ])
    assert.deepEqual(
      new Map(saved.map(({ tag, minSongAmount }) => [tag, minSongAmount])),
      new Map([
        ['хиты', 700],
        ['рок', 200],
      ]),
    )
    assert.equal(await refusal(concert, songId, 699), 'Минимум 700 ₽')
    // Another song gets the tag in its stored spelling.
    const other = await concert.newSong()
    await intoRepertoire(concert, other)
    assert.deepEqual((await note(concert, other, { tags: ['РОК'] })).tags, ['рок'])
    assert.equal(await refusal(concert, other, 199), 'Минимум 200 ₽')
    await note(concert, songId, { tags: ['хиты', 'рок'], minSongAmount: 100 })
    assert.equal(await refusal(concert, songId, 100), undefined)
    await price(concert, [{ tag: 'рок', minSongAmount: null }])
    assert.equal(await refusal(concert, other, 10), undefined)
  })

  test('keeps the prices of the tags that a request does not name', async () => {
    const concert = await paidConcert(world)
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    await note(concert, songId, { tags: ['рок', 'хиты'] })
    await price(concert, [{ tag: 'рок', minSongAmount: 200 }])
    const prices = async (minimums: Parameters<typeof price>[1]) =>
      new Map(
        (await price(concert, minimums)).map(({ tag, minSongAmount }) => [tag, minSongAmount]),
      )
    const hits = { tag: 'Хиты', minSongAmount: 700 }
    assert.deepEqual(
      await prices([hits]),
      new Map([
        ['рок', 200],
        ['хиты', 700],
      ]),
    )
    assert.deepEqual(
      await prices([{ ...hits, minSongAmount: null }]),
      new Map([
        ['рок', 200],
        ['хиты', null],
      ]),
    )
  })

  test('costs as much where its words are typed as a suggestion', async () => {
    const concert = await paidConcert(world)
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    await note(concert, songId, { minSongAmount: 500 })
    const [song] = await world.ok(api.songs.byIds, { body: { songIds: [songId] } })
    const words = { title: song?.title ?? '', artistName: song?.artistName ?? '', imageUrl: '' }
    const suggest = (rubles: number) =>
      world.call(api.songs.orderSong, {
        body: {
          ...words,
          songId: null,
          artistUsername: concert.artist.username,
          sessionId: concert.sessionId,
          amount: rubles * 100,
        },
      })
    assert.equal((await suggest(100)).failure?.fields?.['amount'], 'Минимум 500 ₽')
    assert.equal((await suggest(500)).status, 200)
  })

  test('keeps the price of its tag however the tag is spelled, and the queue tells a new one', async () => {
    const concert = await paidConcert(world)
    const { sessionId, as } = concert
    const [first, second] = [await concert.newSong(), await concert.newSong()]
    for (const songId of [first, second]) await intoRepertoire(concert, songId)
    await note(concert, first, { tags: ['хит'] })
    await note(concert, second, { tags: ['хит'] })
    // As it could be stored before spellings were unified.
    await world.sql
      .updateTable('repertoire')
      .set({ tags: ['Хит'] })
      .where('songId', '=', second)
      .execute()
    await concert.paid('card', 50_000, second)
    const revision = async () =>
      (
        await world.sql
          .selectFrom('concerts')
          .select('revision')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
      ).revision
    const before = await revision()
    const saved = await price(concert, [{ tag: 'ХИТ', minSongAmount: 300 }])
    assert.deepEqual(
      saved.map(({ minSongAmount }) => minSongAmount),
      [300],
    )
    assert.ok((await revision()) > before)
    for (const songId of [first, second])
      assert.equal(await refusal(concert, songId, 299), 'Минимум 300 ₽')
    assert.deepEqual((await note({ ...concert, as }, first, { tags: ['ХИТ'] })).tags, ['хит'])
    assert.equal(await refusal(concert, first, 299), 'Минимум 300 ₽')
    const priced = await revision()
    await world.ok(api.artist.removeFavorite, { query: { songId: second } }, as)
    assert.ok((await revision()) > priced, 'a removed song costs as the concert says')
  })

  test('takes no sum that nobody could pay', async () => {
    const concert = await paidConcert(world)
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    for (const minSongAmount of [9, 100_000, -5]) {
      const body = { songId, tags: [], minSongAmount }
      const { failure } = await world.call(api.artist.tagSong, { body }, concert.as)
      assert.match(failure?.fields?.['minSongAmount'] ?? '', /Минимальная сумма/u)
      await note(concert, songId, { tags: ['рок'] })
      const minimums = [{ tag: 'рок', minSongAmount }]
      const refused = await world.call(
        api.artist.setTagMinimums,
        { body: { minimums } },
        concert.as,
      )
      assert.equal(refused.failure?.code, 'VALIDATION')
    }
  })

  test('is collected for up to its own minimum, by shares of a tenth', async () => {
    const concert = await paidConcert(world)
    const { sessionId, as } = concert
    const rules = { support: true } as const
    await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
    const songId = await concert.newSong()
    await intoRepertoire(concert, songId)
    await note(concert, songId, { minSongAmount: 500 })
    const share = (rubles: number) =>
      world.call(api.songs.orderSong, {
        body: {
          sessionId,
          artistUsername: concert.artist.username,
          songId,
          title: '',
          artistName: '',
          imageUrl: '',
          amount: rubles * 100,
          collect: true,
        },
      })
    assert.equal((await share(49)).failure?.fields?.['amount'], 'Минимум 50 ₽')
    const { data } = await share(60)
    await world.bank.pay(data.paymentURL?.split('/').at(-1) ?? '', {
      method: 'card',
      action: 'pay',
    })
    await world.settle()
    const [entry] = await world.ok(api.test.getQueueBySession, { body: { sessionId } })
    assert.deepEqual([entry?.status, entry?.goal, entry?.collected], ['COLLECTING', 50_000, 6_000])
  })
})
