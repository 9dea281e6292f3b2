import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { cancelled, myOrders } from '#test/support/steps/my-orders.ts'
import { assertQueueConsistent } from '#test/support/database/queue-consistency.ts'
import { NUMBER, paidConcert } from '#test/support/paid-concert.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import type { TestStage, Title } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
afterEach(() => assertQueueConsistent(world.sql))
after(() => world.close())

type Concert = { readonly artist: TestArtist; readonly concertId: string }

function change(
  { artist, concertId }: Concert,
  rules: Partial<EveningRules>,
  more: { asDefault?: boolean; openSongs?: string[] } = {},
) {
  const body = { sessionId: concertId, rules: { ...DEFAULT_RULES, ...rules }, ...more }
  return world.call(api.artist.changeRules, { body }, { token: artist.token })
}

/** The rules of a concert that this artist announces now. */
async function announced(as: { readonly token: string }) {
  const location = { name: 'Бар', description: 'Центр', longitude: null, latitude: null }
  const body = {
    dateTimeStart: new Date(world.now().getTime() + 600 * MINUTE_MS).toISOString(),
    durationHours: 2,
    durationMinutes: 0,
    description: 'Ещё вечер',
    location,
  }
  const { id } = await world.ok(api.session.create, { body }, as)
  return (await world.ok(api.session.byId, { query: { sessionId: id } })).rules
}

/** A stage with these rules. */
async function stageWith(rules: Partial<EveningRules>, columns = {}): Promise<TestStage> {
  const stage = await makeStage(world, columns)
  assert.equal((await change(stage, rules)).status, 200)
  return stage
}

/** Orders songs from the phone of that name, a second apart; returns the results. */
async function show(stage: TestStage) {
  const phones = new Map<string, ReturnType<typeof makePhone>>()
  const phoneOf = (name: string) => {
    const phone = phones.get(name) ?? makePhone(world)
    phones.set(name, phone)
    return phone
  }
  return {
    phoneOf,
    async orders(name: string, ...titles: Title[]): Promise<string[]> {
      const said: string[] = []
      for (const title of titles) {
        const { status, failure } = await phoneOf(name).order(stage, stage.ids[title])
        said.push(status === 200 ? 'ok' : `${failure.code} ${failure.message}`)
        world.advance(1000)
      }
      return said
    },
    async why(name: string): Promise<(string | undefined)[]> {
      return (await myOrders(world, stage.concertId, phoneOf(name).cookie)).map(({ why }) => why)
    },
  }
}

const waits = async (stage: TestStage) =>
  (await stage.queue()).filter(({ status }) => status === 'SCHEDULED').map(({ title }) => title)

describe('The rules of a concert', () => {
  test('are the default until its artist changes them, and then in what everybody sees of it', async () => {
    const stage = await makeStage(world)
    const query = { sessionId: stage.concertId }
    assert.equal((await world.ok(api.session.byId, { query })).rules, undefined)
    const own = await world.ok(api.artist.eveningRules, { query }, stage.as)
    assert.deepEqual(own.rules, DEFAULT_RULES)
    assert.equal((await change(stage, { turn: 'circle', wholeEvening: 3 })).status, 200)
    assert.deepEqual((await world.ok(api.session.byId, { query })).rules, {
      turn: 'circle',
      wholeEvening: 3,
    })
  })

  test('are what later announcements begin with, without the last call and open songs, where the artist says so', async () => {
    const stage = await makeStage(world)
    const rules = { turn: 'circle', lastCall: 'closed', songs: 'open' } as const
    await change(stage, rules, { asDefault: true, openSongs: [stage.ids['А']] })
    assert.deepEqual(await announced(stage.as), { turn: 'circle' })
    // As a process of an older version stores them.
    await world.sql
      .updateTable('defaultRules')
      .set({ rules: JSON.stringify({ turn: 'circle', songs: 'open' }) })
      .execute()
    assert.deepEqual(await announced(stage.as), { turn: 'circle' })
  })

  test('lose open songs that came from older defaults, and keep those that their artist chose', async () => {
    const open = { turn: 'circle', songs: 'open' } as const
    const begun = async (defaults: Partial<EveningRules> | null, status: 'SCHEDULED' | 'NOW') => {
      const artist = await world.artist()
      const rules = JSON.stringify(defaults)
      if (defaults !== null)
        await world.sql.insertInto('defaultRules').values({ artistId: artist.id, rules }).execute()
      return world.concert(artist, { status, rules: JSON.stringify(open) })
    }
    const ids = [
      await begun({ turn: 'circle' }, 'SCHEDULED'),
      await begun({ turn: 'circle' }, 'NOW'),
      await begun({ turn: 'circle', lock: 1 }, 'SCHEDULED'),
      await begun(null, 'SCHEDULED'),
    ]
    const migration = '#server/platform/db/migrations/0158-winners-and-songs-of-announcements.sql'
    const text = await readFile(new URL(import.meta.resolve(migration)), 'utf8')
    await raw.raw(text.slice(text.indexOf('update concerts'))).execute(world.sql)
    const left = ids.map(async (sessionId) => {
      const { rules } = await world.ok(api.session.byId, { query: { sessionId } })
      return rules?.songs
    })
    assert.deepEqual(await Promise.all(left), [undefined, undefined, 'open', 'open'])
  })

  test('that later announcements begin with are what his rehearsal has, and nobody else is told', async () => {
    const artist = await world.artist()
    const concertId = await world.concert(artist)
    await change({ artist, concertId }, { turn: 'circle' }, { asDefault: true })
    const query = { artistUsername: artist.username }
    const rulesFor = async (caller: { token?: string }) =>
      (await world.ok(api.page.getCurrentSessionInfo, { query }, caller)).rules
    assert.deepEqual(await rulesFor({ token: artist.token }), { turn: 'circle' })
    assert.equal(await rulesFor({}), undefined)
    assert.equal(await rulesFor({ token: (await world.artist()).token }), undefined)
  })

  test('are changed by its artist alone, and not once it is over', async () => {
    const stage = await makeStage(world)
    const stranger = await world.artist()
    const foreign = await change({ artist: stranger, concertId: stage.concertId }, {})
    assert.equal(foreign.failure.code, 'NOT_YOURS')
    const over = {
      artist: stage.artist,
      concertId: await world.concert(stage.artist, { status: 'PLAYED' }),
    }
    assert.equal((await change(over, {})).failure.code, 'ILLEGAL_STEP')
  })

  test('are refused where a number is out of its bounds, and where a rule needs money', async () => {
    const stage = await makeStage(world)
    assert.equal((await change(stage, { lock: 4 })).status, 400)
    assert.equal((await change(stage, { freeWaiting: 0 })).status, 400)
    const ranked = await change(stage, { turn: 'contribution' })
    assert.ok(ranked.failure.fields?.['turn']?.startsWith('«Кто больше»'))
    assert.ok((await change(stage, { money: 'paid' })).failure.fields?.['money'] !== undefined)
  })
})

test('Rules that need payments stand in no way of others once the account takes none', async () => {
  const number = { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank }
  const { artist, as, sessionId } = await paidConcert(world, { artist: number })
  const changed = (rules: Partial<EveningRules>, asDefault = false) =>
    world.call(api.artist.changeRules, { body: { sessionId, rules, asDefault } }, as)
  const needy = { turn: 'contribution', money: 'paid' } as const
  assert.equal((await changed(needy, true)).status, 200)
  assert.deepEqual(await announced(as), needy)
  await world.sql
    .updateTable('artists')
    .set({ paidSongsEnabled: false, phoneNumber: null, sbpNumberId: null })
    .where('username', '=', artist.username)
    .execute()
  const closed = { params: { state: 'closed' }, body: { sessionId } } as const
  assert.equal((await world.call(api.artist.takeOrders, closed, as)).status, 200)
  assert.equal((await changed({ lock: 1, turn: 'contribution', money: 'paid' })).status, 200)
  // Later concerts would begin with what nobody can pay, and do with neither.
  assert.equal(await announced(as), undefined)
  assert.ok((await changed({ lock: 2 }, true)).failure.fields?.['money'] !== undefined)
  const { failure } = await changed({ money: 'free' })
  assert.ok(failure.fields?.['turn'] !== undefined, 'sums would rank nothing')
  assert.equal((await changed({ turn: 'arrival', money: 'account' })).status, 200)
  assert.ok((await changed({ money: 'paid' })).failure.fields?.['money'] !== undefined)
})

describe('In a circle', () => {
  test("everybody's first song stands before anybody's second, and each phone is told why", async () => {
    const stage = await stageWith({ turn: 'circle', lock: 0 })
    const { orders, why } = await show(stage)
    await orders('Аня', 'А', 'Б')
    await orders('Боря', 'В')
    await orders('Вера', 'Г')
    assert.deepEqual(await waits(stage), ['А', 'В', 'Г', 'Б'])
    assert.deepEqual(await why('Аня'), [
      'Вы закажете вторую: сначала по одной у всех',
      'Пока ваша песня следующая',
    ])
    assert.deepEqual(await why('Вера'), ['Перед вами 2 песни, их заказали раньше'])
  })

  test('the first places stay where they are', async () => {
    const stage = await stageWith({ turn: 'circle', lock: 2 })
    const { orders, why } = await show(stage)
    await orders('Аня', 'А', 'Б')
    await orders('Боря', 'В')
    assert.deepEqual(await waits(stage), ['А', 'Б', 'В'])
    assert.deepEqual(await why('Аня'), ['Перед вами одна', undefined])
  })

  test('a cancelled order moves the others up as the rule says', async () => {
    const stage = await stageWith({ turn: 'circle', lock: 0 })
    const { orders, phoneOf } = await show(stage)
    await orders('Аня', 'А', 'Б')
    await orders('Боря', 'В', 'Г')
    assert.deepEqual(await waits(stage), ['А', 'В', 'Б', 'Г'])
    const mine = await myOrders(world, stage.concertId, phoneOf('Боря').cookie)
    await cancelled(
      world,
      mine.find(({ title }) => title === 'В')?.orderId ?? '',
      phoneOf('Боря').cookie,
    )
    assert.deepEqual(await waits(stage), ['А', 'Г', 'Б'])
  })

  test('the queue is shown as it would stand, and stands so once the rule is switched', async () => {
    const stage = await makeStage(world)
    const { orders } = await show(stage)
    await orders('Аня', 'А', 'Б')
    await orders('Боря', 'В')
    const body = { sessionId: stage.concertId, turn: 'circle', lock: 0 } as const
    const preview = await world.ok(api.artist.previewRules, { body }, stage.as)
    assert.deepEqual(
      preview.map(({ title }) => title),
      ['А', 'В', 'Б'],
    )
    assert.deepEqual(await waits(stage), ['А', 'Б', 'В'])
    await change(stage, { turn: 'circle', lock: 0 })
    assert.deepEqual(await waits(stage), ['А', 'В', 'Б'])
    await change(stage, { lock: 0 })
    assert.deepEqual(await waits(stage), ['А', 'Б', 'В'])
  })

  test("the artist's own queue is his, whatever is ordered", async () => {
    const stage = await stageWith({ turn: 'circle', lock: 0 })
    const { orders } = await show(stage)
    await orders('Аня', 'А', 'Б')
    await stage.queued('Б', 'А')
    await orders('Боря', 'В')
    assert.deepEqual(await stage.list(), ['Б QUEUED', 'А QUEUED', 'В SCHEDULED'])
  })
})

describe('By contribution', () => {
  test('the larger sum behind a song stands first, also when others join it', async () => {
    const evening = await paidConcert(world)
    const concert = { artist: evening.artist, concertId: evening.sessionId }
    assert.equal((await change(concert, { turn: 'contribution', lock: 0 })).status, 200)
    const small = await evening.paid('card', 10_000)
    const large = await evening.paid('card', 30_000)
    const order = async () => (await evening.queue()).map(({ songId }) => songId)
    assert.deepEqual(await order(), [large.song, small.song])
    await evening.paid('card', 25_000, small.song)
    assert.deepEqual(await order(), [small.song, large.song])
  })
})

describe('How many', () => {
  test('free songs may wait is what the rules say', async () => {
    const stage = await stageWith({ freeWaiting: 1 })
    const { orders } = await show(stage)
    assert.deepEqual(await orders('Аня', 'А', 'Б'), [
      'ok',
      'FREE_LIMIT Вы уже добавили 1 песню. Дождитесь её исполнения, чтобы добавить новые.',
    ])
  })

  test('songs of one person sound in a whole evening is too; what he took off does not count', async () => {
    const stage = await stageWith({ wholeEvening: 1 })
    const { orders, phoneOf } = await show(stage)
    await orders('Аня', 'А')
    const [order] = await myOrders(world, stage.concertId, phoneOf('Аня').cookie)
    await cancelled(world, order?.orderId ?? '', phoneOf('Аня').cookie)
    assert.deepEqual(await orders('Аня', 'Б'), ['ok'])
    await stage.next('Б')
    await stage.next()
    assert.deepEqual(await orders('Аня', 'В'), [
      'SONG_NOT_ACCEPTED За вечер можно заказать 1 песню, и она уже заказана.',
    ])
  })

  test('paid songs may wait counts those that are still being paid', async () => {
    const evening = await paidConcert(world)
    const concert = { artist: evening.artist, concertId: evening.sessionId }
    await change(concert, { paidWaiting: 1 })
    const { by } = await evening.ordered()
    const refused = await by.order(
      evening.artist,
      evening.sessionId,
      await evening.newSong(),
      undefined,
      10_000,
    )
    assert.equal(refused.failure.code, 'SONG_NOT_ACCEPTED')
  })
})

describe('A song that sounded', () => {
  test('is refused until so many others have sounded, and the search says when it opens', async () => {
    const stage = await stageWith({ repeats: 'after', repeatAfter: 2 })
    const { orders } = await show(stage)
    await stage.scheduled('А', 'Б', 'В')
    await stage.next('А')
    assert.deepEqual(await orders('Аня', 'А'), [
      'SONG_NOT_ACCEPTED Эта песня уже звучала. Её можно заказать через 2 песни.',
    ])
    const query = { artistUsername: stage.artist.username, sessionId: stage.concertId }
    await world.ok(
      api.artist.addFavorite,
      { body: { songId: stage.ids.А, title: '', imageUrl: '', artistName: '' } },
      stage.as,
    )
    const heard = async () => (await world.ok(api.songs.getFavoriteSongs, { query }))[0]?.heard
    assert.equal(await heard(), 'уже звучала, можно заказать через 2 песни')
    world.advance(MINUTE_MS)
    await stage.next('Б')
    assert.equal(await heard(), 'уже звучала, можно заказать через 1 песню')
    world.advance(MINUTE_MS)
    await stage.next('В')
    assert.equal(await heard(), undefined)
    assert.deepEqual(await orders('Аня', 'А'), ['ok'])
  })

  test('is refused for the whole evening where there are no repeats', async () => {
    const stage = await stageWith({ repeats: 'not_tonight' })
    const { orders } = await show(stage)
    await stage.scheduled('А')
    await stage.next('А')
    assert.deepEqual(await orders('Аня', 'А'), [
      'SONG_NOT_ACCEPTED Эта песня уже звучала, сегодня её больше не заказывают.',
    ])
  })
})

describe('What may be ordered', () => {
  test('is the open songs alone, in the list and in an order', async () => {
    const stage = await makeStage(world)
    await change(stage, { songs: 'open' }, { openSongs: [stage.ids.А] })
    const { orders } = await show(stage)
    assert.deepEqual(await orders('Аня', 'А', 'Б'), [
      'ok',
      'SONG_NOT_ACCEPTED Сегодня можно заказать только открытые песни. Выберите песню из списка.',
    ])
    const query = {
      input: stage.artist.username,
      username: stage.artist.username,
      sessionId: stage.concertId,
    }
    const found = await world.ok(api.songs.findSong, { query })
    assert.deepEqual(
      found.map(({ title }) => title),
      ['А'],
    )
  })

  test('is found among any number of other songs, and after it left the repertoire', async () => {
    const stage = await makeStage(world)
    const { username } = stage.artist
    const add = (songId: string) => {
      const body = { songId, title: '', artistName: '', imageUrl: '' }
      return world.ok(api.artist.addFavorite, { body }, stage.as)
    }
    const open = await world.song('Ярмарка', username)
    await add(open)
    for (let count = 0; count < 31; count += 1) await add(await world.song(`Я ${count}`, username))
    await change(stage, { songs: 'open' }, { openSongs: [open] })
    const query = { input: 'я', username, sessionId: stage.concertId }
    const found = () => world.ok(api.songs.findSong, { query })
    assert.deepEqual(
      (await found()).map(({ songId, isFavorite }) => [songId, isFavorite]),
      [[open, true]],
    )
    await world.ok(api.artist.removeFavorite, { query: { songId: open } }, stage.as)
    assert.deepEqual(
      (await found()).map(({ songId, isFavorite }) => [songId, isFavorite]),
      [[open, false]],
    )
  })

  test('is everything where the account says the repertoire and the concert does not', async () => {
    const stage = await makeStage(world, { artist: { requestFavoritesOnly: true } })
    const { orders } = await show(stage)
    assert.match((await orders('Аня', 'А'))[0] ?? '', /^SONG_NOT_ACCEPTED/)
    await change(stage, { songs: 'everything' })
    assert.deepEqual(await orders('Аня', 'А'), ['ok'])
  })

  test('is not a suggestion where there are none', async () => {
    const stage = await stageWith({ suggestions: false })
    const { status, failure } = await makePhone(world).order(stage, null, {
      title: 'Моя',
      artistName: '',
    })
    assert.deepEqual([status, failure.code], [409, 'SONG_NOT_ACCEPTED'])
  })
})

describe('The money of a concert', () => {
  test('is its own: free where the account takes money, with a minimum where it is paid', async () => {
    const evening = await paidConcert(world)
    const concert = { artist: evening.artist, concertId: evening.sessionId }
    await change(concert, { minSongAmount: 300 })
    const song = await evening.newSong()
    const phone = world.listener()
    const order = (amount?: number) =>
      phone.order(evening.artist, evening.sessionId, song, undefined, amount)
    assert.equal((await order(20_000)).failure.message, 'Минимум 300 ₽')
    await change(concert, { money: 'free' })
    const free = await order()
    assert.deepEqual([free.status, free.data.paymentURL], [200, undefined])
  })
})

describe('The last call', () => {
  test('takes orders and is told; once closed none is taken and the queue plays on', async () => {
    const stage = await stageWith({ lastCall: 'last_call' })
    const { orders } = await show(stage)
    assert.deepEqual(await orders('Аня', 'А'), ['ok'])
    await change(stage, { lastCall: 'closed' })
    assert.deepEqual(await orders('Боря', 'Б', 'А'), [
      'SESSION_NOT_OPEN Приём заказов закрыт',
      'SESSION_NOT_OPEN Приём заказов закрыт',
    ])
    await stage.next()
    assert.deepEqual(await stage.list(), ['А NOW'])
    await change(stage, {})
    assert.deepEqual(await orders('Боря', 'Б'), ['ok'])
  })

  test('gives back what is being paid, and leaves what stands in the queue', async () => {
    const evening = await paidConcert(world)
    const concert = { artist: evening.artist, concertId: evening.sessionId }
    const stands = await evening.paid()
    const unpaid = await evening.ordered()
    await change(concert, { lastCall: 'closed' })
    const outcome = async (id: string) => {
      const row = world.sql.selectFrom('payments').select(['state', 'reason']).where('id', '=', id)
      return Object.values(await row.executeTakeFirstOrThrow()).join(' ')
    }
    assert.equal(await outcome(unpaid.id), 'canceled last_call')
    await world.bank.pay(unpaid.page, { method: 'card', action: 'pay' })
    await world.settle()
    assert.equal(await outcome(unpaid.id), 'returned late')
    assert.match(await outcome(stands.id), /^secured /)
    assert.deepEqual(
      (await evening.queue()).map(({ songId }) => songId),
      [stands.song],
    )
  })

  test('comes by the clock, and «Играем дольше» opens the reception and moves the calendar', async () => {
    const stage = await stageWith({ byClock: true }, { concert: { startsIn: -10, minutes: 18 } })
    const { orders } = await show(stage)
    const calendar = async () => {
      const url = `/user/${stage.artist.username}/${stage.concertId}.ics`
      const { body } = await world.app.http.inject({ url })
      return [/DTEND:\S+/u, /SEQUENCE:\d+/u].map((what) => what.exec(body)?.[0])
    }
    assert.deepEqual(await orders('Аня', 'А', 'Б'), ['ok', 'ok'])
    assert.deepEqual(await orders('Боря', 'В', 'Г'), [
      'ok',
      'SESSION_NOT_OPEN До конца концерта не успеем',
    ])
    const [endBefore, sequenceBefore] = await calendar()
    const longer = (key: string) =>
      world.ok(
        api.artist.playLonger,
        { body: { sessionId: stage.concertId, minutes: 15 } },
        { ...stage.as, key },
      )
    const planned = Date.parse(
      (await world.ok(api.session.byId, { query: { sessionId: stage.concertId } })).dateTimeEnd,
    )
    const session = await longer('key-of-one-press-0001')
    await longer('key-of-one-press-0001')
    assert.equal(Date.parse(session.dateTimeEnd), planned + 15 * MINUTE_MS)
    assert.equal(session.longerMinutes, 15)
    const [endAfter, sequenceAfter] = await calendar()
    assert.notEqual(endAfter, endBefore)
    assert.notEqual(sequenceAfter, sequenceBefore)
    assert.deepEqual(await orders('Боря', 'Г'), ['ok'])
    for (let press = 0; press < 5; press += 1) {
      const body = { sessionId: stage.concertId, minutes: 60 } as const
      await world.ok(api.artist.playLonger, { body }, stage.as)
    }
    const body = { sessionId: stage.concertId, minutes: 60 } as const
    const { failure } = await world.call(api.artist.playLonger, { body }, stage.as)
    assert.equal(failure.message, 'Концерт можно продлить не больше чем на 6 часов')
  })

  test('by the clock counts from the end of a break that is going on', async () => {
    const stage = await stageWith({ byClock: true }, { concert: { startsIn: -10, minutes: 28 } })
    const { orders } = await show(stage)
    assert.deepEqual(await orders('Аня', 'А', 'Б'), ['ok', 'ok'])
    const until = new Date(world.now().getTime() + 15 * MINUTE_MS).toISOString()
    await world.ok(api.artist.takeBreak, { body: { sessionId: stage.concertId, until } }, stage.as)
    const refused = 'SESSION_NOT_OPEN До конца концерта не успеем'
    assert.deepEqual(await orders('Боря', 'В'), [refused])
    await world.ok(api.artist.resume, {}, stage.as)
    assert.deepEqual(await orders('Боря', 'В'), ['ok'])
  })

  test('by the clock takes orders again where «Играем дольше» comes after the planned end', async () => {
    const stage = await stageWith({ byClock: true }, { concert: { startsIn: -60, minutes: 30 } })
    const { orders } = await show(stage)
    assert.deepEqual(await orders('Аня', 'А'), ['SESSION_NOT_OPEN До конца концерта не успеем'])
    const body = { sessionId: stage.concertId, minutes: 15 } as const
    const session = await world.ok(api.artist.playLonger, { body }, stage.as)
    assert.equal(Date.parse(session.dateTimeEnd), world.now().getTime() + 15 * MINUTE_MS)
    // The order took a second.
    assert.equal(session.longerMinutes, 46)
    assert.deepEqual(await orders('Аня', 'А'), ['ok'])

    // Pressed ten minutes ago: it means the end that the pad showed then.
    world.advance(25 * MINUTE_MS)
    const until = new Date(world.now().getTime() + 5 * MINUTE_MS).toISOString()
    const late = await world.ok(api.artist.playLonger, { body: { ...body, until } }, stage.as)
    assert.equal(Date.parse(late.dateTimeEnd), Date.parse(until))
  })

  test('is proposed once the queue is longer than the concert', async () => {
    const stage = await makeStage(world, { concert: { startsIn: -10, minutes: 15 } })
    const proposal = async () =>
      (await world.ok(api.artist.eveningRules, { query: { sessionId: stage.concertId } }, stage.as))
        .proposal
    assert.equal(await proposal(), null)
    await stage.scheduled('А', 'Б', 'В', 'Г', 'Д')
    assert.deepEqual(await proposal(), { minutesLeft: 5, queueMinutes: 20 })
    await change(stage, { byClock: true })
    assert.equal(await proposal(), null)
  })
})
