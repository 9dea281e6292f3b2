import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { chatAddress } from '#domain/messengers.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { postInChannels } from '#server/modules/messengers/channels.service.ts'
import { readOnce, takeUpdate, webhookSecret } from '#server/modules/messengers/updates.service.ts'
import { notifyListeners, renameChat } from '#server/modules/notifications/listeners.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import { MAX_TOKEN, maxUpdate, startMax } from '#test/support/servers/max-server.ts'
import {
  startTelegram,
  TELEGRAM_TOKEN,
  telegramUpdate,
} from '#test/support/servers/telegram-server.ts'
import { someChannel } from '#test/support/steps/channels.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let telegram: Awaited<ReturnType<typeof startTelegram>>
let max: Awaited<ReturnType<typeof startMax>>
let other: Awaited<ReturnType<typeof secondProcess>>
before(async () => {
  telegram = await startTelegram()
  max = await startMax()
  const bots = () =>
    messengersOf({
      max: { url: max.url, token: MAX_TOKEN, bot: 'bis_bot' },
      telegram: { url: telegram.url, token: TELEGRAM_TOKEN, bot: 'bis_bot' },
    })
  world = await makeWorld({ messengers: bots() })
  other = await secondProcess(world, { messengers: bots() })
})
after(async () => {
  await telegram[Symbol.asyncDispose]()
  await max[Symbol.asyncDispose]()
  await other.app.close()
  await world.close()
})
beforeEach(() => {
  world.setNow(new Date('2026-11-21T09:00:00Z'))
  Object.assign(telegram.state, { rests: [], down: false, updates: [] })
})

let chats = 0
const newChat = () => (chats += 1)

/** Has the bot read what people did. */
async function read(...updates: { update_id: number }[]) {
  telegram.state.updates.push(...updates)
  const messenger = world.app.ctx.messengers.get('telegram')
  assert.ok(messenger)
  assert.equal(await readOnce(world.app.ctx, messenger, new AbortController().signal), true)
}

/** Both processes do what is due, at once. */
async function later(minutes: number) {
  world.advance(minutes * MINUTE_MS)
  for (const { ctx } of [world.app, other]) await notifyFollowers(ctx)
  await Promise.all([postInChannels(world.app.ctx), postInChannels(other.ctx)])
}

const LOCATION = {
  name: 'Подвал',
  description: 'Москва, Арбат 1',
  longitude: 37.6,
  latitude: 55.75,
}
const LENGTH = { durationHours: 2, durationMinutes: 0 }
async function announce(artist: TestArtist, dateTimeStart = '2026-11-27T19:00:00+03:00') {
  const body = { dateTimeStart, ...LENGTH, description: 'Тихий вечер', location: LOCATION }
  return (await world.ok(api.session.create, { body }, artist)).id
}
const move = (artist: TestArtist, sessionId: string, dateTimeStart: string) => {
  const time = { dateTimeStart, ...LENGTH }
  const body = { sessionId, time, description: 'Тихий вечер', location: LOCATION }
  return world.ok(api.session.correct, { body }, artist)
}
const channelsOf = async (artist: TestArtist) =>
  (await world.ok(api.messengers.channels, {}, artist)).channels

describe('a channel of an artist', () => {
  test('has a new, a moved, a started and a cancelled concert, each once, by two processes', async () => {
    const artist = await world.artist({ name: 'Аня' })
    const [one, two] = [`-${newChat()}`, `-${newChat()}`]
    await someChannel(world, artist, { chat: one })
    await someChannel(world, artist, { name: 'max', chat: two })
    const id = await announce(artist)
    await later(14)
    assert.deepEqual(telegram.textsTo(one), [])
    await later(2)
    await move(artist, id, '2026-11-28T20:00:00+03:00')
    await later(16)
    await later(60)
    for (const texts of [telegram.textsTo(one), max.textsTo(two)]) {
      const titles = texts.map((text) => text.split('\n')[0])
      assert.deepEqual(titles, ['Аня: новый концерт', 'Аня: концерт перенесён'])
    }
    const post = telegram.received.findLast(({ chat }) => chat === one)
    assert.equal(post?.picture, `http://localhost/og/concert/${id}.jpg`)
    const href = `http://localhost/user/${artist.username}/${id}`
    assert.deepEqual(post?.buttons, [{ text: 'Подробнее', url: href }])
    const [shown] = await channelsOf(artist)
    assert.equal(shown?.post?.title, 'Аня: концерт перенесён')
    assert.match(shown?.post?.line ?? '', /28 нояб\., 20:00/u)

    await world.ok(
      api.artist.updateSessionStatus,
      { body: { sessionId: id, sessionStatus: 'NOW' } },
      artist,
    )
    await later(2)
    await later(2)
    const gone = await announce(artist, '2026-11-29T19:00:00+03:00')
    await later(16)
    await world.ok(api.session.remove, { query: { sessionId: gone } }, artist)
    await later(1)
    assert.deepEqual(
      telegram
        .textsTo(one)
        .slice(2)
        .map((text) => text.split('\n')[0]),
      ['Аня: концерт начался', 'Аня: новый концерт', 'Аня: концерт отменён'],
    )
  })

  test('has what was corrected before its post as new alone', async () => {
    const artist = await world.artist({ name: 'Аня' })
    const chat = `-${newChat()}`
    await someChannel(world, artist, { chat })
    const ids = [
      await announce(artist),
      // Its move is due before its announcement.
      await announce(artist, '2026-11-21T14:30:00+03:00'),
    ]
    world.advance(5 * MINUTE_MS)
    for (const id of ids) await move(artist, id, '2026-11-28T20:00:00+03:00')
    for (const minutes of [2, 8, 6, 60]) await later(minutes)
    const titles = telegram.textsTo(chat).map((text) => text.split('\n')[0])
    assert.deepEqual(titles, ['Аня: новый концерт', 'Аня: новый концерт'])
    assert.ok(telegram.textsTo(chat).every((text) => /28 нояб\., 20:00/u.test(text)))
  })

  test('has nothing of a hidden or closed concert, nor of a hidden artist', async () => {
    const artist = await world.artist()
    const chat = `-${newChat()}`
    await someChannel(world, artist, { chat })
    const ids = [await announce(artist), await announce(artist, '2026-11-28T19:00:00+03:00')]
    await world.sql
      .updateTable('concerts')
      .set({ hiddenAt: world.now() })
      .where('id', '=', ids[0] ?? '')
      .execute()
    await world.sql
      .updateTable('concerts')
      .set({ closedSession: true })
      .where('id', '=', ids[1] ?? '')
      .execute()
    await later(16)
    await world.sql
      .updateTable('artists')
      .set({ hiddenAt: world.now() })
      .where('id', '=', artist.id)
      .execute()
    await announce(artist, '2026-11-29T19:00:00+03:00')
    await later(16)
    assert.deepEqual(telegram.textsTo(chat), [])
  })

  test('is bound by who may post there, by one code, once, while it is fresh', async () => {
    const artist = await world.artist()
    const group = -newChat()
    const code = async () => (await world.ok(api.messengers.code, { body: {} }, artist)).code
    const first = await code()
    await read(telegramUpdate.said(group, first, 7))
    assert.match(telegram.textsTo(String(group)).at(-1) ?? '', /от администратора/u)
    assert.deepEqual(await channelsOf(artist), [])
    telegram.state.admins.add(`${group} 7`)
    await read(telegramUpdate.said(group, `Вот: ${first.toLowerCase()}`, 7))
    assert.deepEqual(
      (await channelsOf(artist)).map(({ title, messenger, post }) => [title, messenger, post]),
      [['Группа', 'telegram', null]],
    )
    await read(telegramUpdate.post(-newChat(), first))
    const late = await code()
    world.advance(31 * MINUTE_MS)
    await read(telegramUpdate.post(-newChat(), late))
    const replaced = await code()
    await code()
    await read(telegramUpdate.post(-newChat(), replaced))
    const [channel, ...more] = await channelsOf(artist)
    assert.deepEqual(more, [])
    const id = channel?.id ?? ''
    await world.refused('NOT_FOUND', api.messengers.end, { body: { id } }, await world.artist())
    await world.ok(api.messengers.end, { body: { id } }, artist)
    assert.deepEqual(await channelsOf(artist), [])
  })

  test('is found again where its group moved, and ends where the bot was removed', async () => {
    const artist = await world.artist()
    const [from, to] = [-newChat(), -newChat()]
    await someChannel(world, artist, { chat: String(from) })
    telegram.state.moved.set(String(from), to)
    await announce(artist)
    await later(16)
    assert.equal(telegram.textsTo(String(to)).length, 1)
    telegram.state.blocked.add(String(to))
    await announce(artist, '2026-11-28T19:00:00+03:00')
    await later(16)
    assert.deepEqual(await channelsOf(artist), [])
  })

  test('stays where its group moved while a post to the former chat was refused', async () => {
    const { ctx } = world.app
    const artist = await world.artist()
    const [from, to] = [`-${newChat()}`, `-${newChat()}`]
    await someChannel(world, artist, { chat: from })
    await announce(artist)
    world.advance(16 * MINUTE_MS)
    await notifyFollowers(ctx)
    const bot = ctx.messengers.get('telegram')
    assert.ok(bot)
    const send = async () => {
      await renameChat(ctx, chatAddress('telegram', from), chatAddress('telegram', to))
      return 'gone' as const
    }
    await postInChannels({ ...ctx, messengers: new Map([['telegram', { ...bot, send }]]) })
    await later(2)
    assert.equal(telegram.textsTo(to).length, 1)
  })

  test('waits as long as the messenger says, and longer while it is down', async () => {
    const artist = await world.artist()
    const chat = `-${newChat()}`
    await someChannel(world, artist, { chat })
    await announce(artist)
    telegram.state.rests = [300]
    await later(16)
    await later(4)
    assert.deepEqual(telegram.textsTo(chat), [])
    telegram.state.down = true
    await later(2)
    telegram.state.down = false
    await later(10)
    assert.equal(telegram.textsTo(chat).length, 1)
  })
})

test('a listener is told in MAX that his song is next, by the address of the updates', async () => {
  const stage = await makeStage(world)
  const phone = makePhone(world)
  const { data } = await phone.order(stage, stage.ids.А)
  const body = { messenger: 'max', orderId: data.orderId }
  const { url } = await world.ok(api.messengers.link, { body }, { cookie: phone.cookie ?? '' })
  const payload = new URL(url).searchParams.get('start') ?? ''
  const chat = newChat()
  const post = (update: object) =>
    world.app.http.inject({
      method: 'POST',
      url: '/messenger/max',
      headers: { 'x-max-bot-api-secret': webhookSecret(world.app.ctx, 'max') },
      payload: update,
    })
  assert.equal((await post(maxUpdate.started(chat, payload))).statusCode, 200)
  await notifyListeners(world.app.ctx)
  assert.match(max.textsTo(String(chat)).at(-1) ?? '', /^Ваша песня следующая\n/u)
  await post(maxUpdate.said(chat, 'стоп'))
  assert.equal(max.textsTo(String(chat)).at(-1), 'Больше не пишем.')
})

async function linkOf(body: object, cookie = '') {
  const asked = { messenger: 'telegram' as const, ...body }
  const { url } = await world.ok(api.messengers.link, { body: asked }, { cookie })
  const [, payload = ''] = /^https:\/\/t\.me\/bis_bot\?start=([\w-]{22})$/u.exec(url) ?? []
  assert.notEqual(payload, '')
  return payload
}

describe('a listener', () => {
  test('opens the chat, is told that his song is next, and ends it by one word', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    await stage.scheduled('Б', 'А')
    const chat = newChat()
    const payload = await linkOf({ orderId: data.orderId }, phone.cookie)
    await read(telegramUpdate.said(chat, `/start ${payload}`))
    assert.match(telegram.textsTo(String(chat))[0] ?? '', /когда ваша песня станет следующей/u)
    await stage.next('Б')
    await Promise.all([notifyListeners(world.app.ctx), notifyListeners(other.ctx)])
    const told = telegram.textsTo(String(chat)).slice(1)
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^Ваша песня следующая\n«А»/u)
    await read(telegramUpdate.said(chat, 'Стоп'))
    assert.equal(telegram.textsTo(String(chat)).at(-1), 'Больше не пишем.')
    await stage.next()
    await notifyListeners(world.app.ctx)
    assert.equal(telegram.textsTo(String(chat)).length, 3)
    // Nor does his browser go on in place of the chat.
    const query = { sessionId: stage.concertId }
    const own = await world.ok(api.songs.myOrders, { query }, { cookie: phone.cookie ?? '' })
    assert.deepEqual(
      own.map(({ pushed, pushLost }) => [pushed, pushLost]),
      [[undefined, undefined]],
    )
    // The link was for once.
    await read(telegramUpdate.said(chat, `/start ${payload}`))
    assert.match(telegram.textsTo(String(chat)).at(-1) ?? '', /больше не действует/u)
  })

  test('is bound by the same message again where the first time failed, and hears nothing of a third', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    const chat = newChat()
    const start = `/start ${await linkOf({ orderId: data.orderId }, phone.cookie)}`
    await raw`alter table push_subscriptions
      add constraint broken check (endpoint <> ${raw.lit(`telegram://chat/${chat}`)}) not valid`.execute(
      world.sql,
    )
    await assert.rejects(read(telegramUpdate.said(chat, start)))
    await raw`alter table push_subscriptions drop constraint broken`.execute(world.sql)
    await read()
    await read(telegramUpdate.said(chat, start))
    const texts = telegram.textsTo(String(chat))
    assert.equal(texts.length, 1)
    assert.match(texts[0] ?? '', /когда ваша песня станет следующей/u)
  })

  test('blocks the bot before his turn, and is told of it nowhere else', async () => {
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    await stage.scheduled('Б', 'А')
    const chat = newChat()
    const payload = await linkOf({ orderId: data.orderId }, phone.cookie)
    await read(telegramUpdate.said(chat, `/start ${payload}`))
    telegram.state.blocked.add(String(chat))
    await stage.next('Б')
    await notifyListeners(world.app.ctx)
    const query = { sessionId: stage.concertId }
    const [own] = await world.ok(api.songs.myOrders, { query }, { cookie: phone.cookie ?? '' })
    assert.deepEqual([own?.pushed, own?.pushLost], [undefined, undefined])
  })

  test('follows in a chat, until he blocks the bot or presses its button', async () => {
    const artist = await world.artist({ name: 'Аня' })
    const followed = { artistUsername: artist.username }
    const chatsOf: number[] = []
    for (let at = 0; at < 2; at += 1) {
      const { cookie } = await knownPhone(world)
      const chat = newChat()
      await read(telegramUpdate.said(chat, `/start ${await linkOf(followed, cookie)}`))
      const own = await world.ok(api.follows.own, { query: followed }, { cookie })
      assert.deepEqual(own, { push: false, email: false, messenger: 'telegram', asked: false })
      chatsOf.push(chat)
    }
    const [one = 0, two = 0] = chatsOf
    await announce(artist)
    await later(16)
    assert.match(telegram.textsTo(String(one))[1] ?? '', /^Аня: новый концерт\n/u)
    await read(telegramUpdate.pressed(one, 2), telegramUpdate.kicked(two))
    const ends = telegram.calls.some(({ path }) => path.endsWith('/editMessageReplyMarkup'))
    assert.ok(ends)
    world.advance(DAY_MS)
    await announce(artist, '2026-11-29T19:00:00+03:00')
    await later(16)
    for (const chat of [one, two])
      assert.equal(telegram.textsTo(String(chat)).filter((text) => /новый/u.test(text)).length, 1)
    const left = await world.sql.selectFrom('followers').selectAll().execute()
    assert.deepEqual(
      left.filter(({ endpoint }) => endpoint?.startsWith('telegram:')),
      [],
    )
  })

  test('who opens his chat from a second browser sees there that he follows, and can end it there', async () => {
    const artist = await world.artist()
    const followed = { artistUsername: artist.username }
    const phones = [await knownPhone(world), await knownPhone(world)]
    const chat = newChat()
    for (const { cookie } of phones)
      await read(telegramUpdate.said(chat, `/start ${await linkOf(followed, cookie)}`))
    const cookie = phones[1]?.cookie ?? ''
    const messengerNow = async () =>
      (await world.ok(api.follows.own, { query: followed }, { cookie })).messenger
    assert.equal(await messengerNow(), 'telegram')
    await world.ok(api.follows.end, { body: followed }, { cookie })
    assert.equal(await messengerNow(), null)
    await announce(artist)
    await later(16)
    assert.ok(telegram.textsTo(String(chat)).every((text) => !/новый концерт/u.test(text)))
  })

  test('cannot bind another device’s order, nor what is not there', async () => {
    const stage = await makeStage(world)
    const { data } = await makePhone(world).order(stage, stage.ids.А)
    const { cookie } = await knownPhone(world)
    const body = { messenger: 'telegram', orderId: data.orderId }
    await world.refused('NOT_FOUND', api.messengers.link, { body }, { cookie: cookie ?? '' })
    await world.refused('NOT_FOUND', api.messengers.link, {
      body: { messenger: 'telegram', artistUsername: 'nobody-here' },
    })
    await world.refused('NOT_FOUND', api.messengers.link, {
      body: { messenger: 'vk', artistUsername: stage.artist.username },
    })
  })

  test('is told as soon as a messenger that was down answers again', async () => {
    telegram.state.down = true
    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    const payload = await linkOf({ orderId: data.orderId }, phone.cookie)
    await read().catch(() => undefined)
    telegram.state.down = false
    const chat = newChat()
    await read(telegramUpdate.said(chat, `/start ${payload}`))
    telegram.state.down = true
    await stage.scheduled('А')
    await notifyListeners(world.app.ctx)
    telegram.state.down = false
    world.advance(MINUTE_MS)
    await notifyListeners(world.app.ctx)
    assert.equal(telegram.textsTo(String(chat)).length, 2)
  })
})

describe('the address of the updates', () => {
  const post = (secret: string, update: object) =>
    world.app.http.inject({
      method: 'POST',
      url: '/messenger/telegram',
      headers: { 'x-telegram-bot-api-secret-token': secret },
      payload: update,
    })

  test('is told to the messenger once, with a secret without which nothing is taken', async () => {
    const ctx = { ...world.app.ctx, publicUrl: 'https://bis.example' }
    const messenger = ctx.messengers.get('telegram')
    assert.ok(messenger)
    const { signal } = new AbortController()
    await Promise.all([readOnce(ctx, messenger, signal), readOnce(ctx, messenger, signal)])
    await readOnce(ctx, messenger, signal)
    const told = telegram.calls.filter(({ path }) => path.endsWith('/setWebhook'))
    assert.deepEqual(
      told.map(({ body }) => body['url']),
      ['https://bis.example/messenger/telegram'],
    )
    const secret = telegram.state.webhook?.secret ?? ''
    const artist = await world.artist()
    const { code } = await world.ok(api.messengers.code, { body: {} }, artist)
    const update = telegramUpdate.post(-newChat(), code)
    assert.equal((await post('', update)).statusCode, 403)
    assert.equal((await post(`${secret}x`, update)).statusCode, 403)
    assert.deepEqual(await channelsOf(artist), [])
    assert.equal((await post(secret, update)).statusCode, 200)
    assert.equal((await channelsOf(artist)).length, 1)
    // Without https it is polled again.
    await read(telegramUpdate.said(newChat(), 'привет'))
    assert.equal(telegram.state.webhook, null)
  })

  test('is told again with another secret after a rotation, and the former one is taken meanwhile', async () => {
    const former = { ...world.app.ctx, publicUrl: 'https://bis.example' }
    const rotated = { ...former, codeSecret: 'new', formerCodeSecrets: [former.codeSecret] }
    const messenger = former.messengers.get('telegram')
    assert.ok(messenger)
    const { signal } = new AbortController()
    const secretOnce = async (ctx: typeof former) => {
      await readOnce(ctx, messenger, signal)
      return telegram.state.webhook?.secret ?? ''
    }
    const first = await secretOnce(former)
    const secret = await secretOnce(rotated)
    assert.notEqual(secret, first)
    assert.equal(secret, webhookSecret(rotated, 'telegram'))
    const takes = (ctx: typeof former, given: string) =>
      takeUpdate(ctx, messenger, {
        headers: { 'x-telegram-bot-api-secret-token': given },
        body: telegramUpdate.said(newChat(), 'привет'),
      })
    assert.equal(await takes(rotated, secret), 'ok')
    assert.equal(await takes(rotated, first), 'ok')
    const leaked = { ...rotated, formerCodeSecrets: [] }
    assert.equal(await takes(leaked, first), null)
  })
})
