import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { postInChannels } from '#server/modules/messengers/channels.service.ts'
import { readOnce, webhookSecret } from '#server/modules/messengers/updates.service.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { eventually } from '#test/support/eventually.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import { startVk, VK_TOKEN, vkUpdate } from '#test/support/servers/vk-server.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let vk: Awaited<ReturnType<typeof startVk>>
let other: Awaited<ReturnType<typeof secondProcess>>
before(async () => {
  vk = await startVk()
  const bots = () => messengersOf({ vk: { url: vk.url, token: VK_TOKEN, bot: 'bis_bot' } })
  world = await makeWorld({ messengers: bots() })
  other = await secondProcess(world, { messengers: bots() })
})
after(async () => {
  await vk[Symbol.asyncDispose]()
  await other.app.close()
  await world.close()
})
beforeEach(() => world.setNow(new Date('2026-11-21T09:00:00Z')))

let chats = 0
const newChat = () => 2_000_000_000 + (chats += 1)
const newUser = () => (chats += 1)

/** One of the processes reads what people did, by long poll. */
async function read(...updates: object[]) {
  vk.state.updates.push(...updates)
  const messenger = world.app.ctx.messengers.get('vk')
  assert.ok(messenger)
  assert.equal(await readOnce(world.app.ctx, messenger, new AbortController().signal), true)
}

/** VK delivers it to our address. */
const post = (update: object, secret = webhookSecret(world.app.ctx, 'vk')) =>
  world.app.http.inject({ method: 'POST', url: '/messenger/vk', payload: { ...update, secret } })

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

describe('a chat in VK', () => {
  test('is bound by who leads it and has each concert once, by two processes', async () => {
    const artist = await world.artist({ name: 'Аня' })
    const chat = newChat()
    const { code } = await world.ok(api.messengers.code, { body: {} }, artist)
    await read(vkUpdate.said(chat, `[club777|@bis_bot] ${code}`, 7))
    assert.match(vk.textsTo(String(chat)).at(-1) ?? '', /от администратора/u)
    vk.state.admins.add(`${chat} 7`)
    await read(vkUpdate.said(chat, code, 7))
    assert.equal(vk.textsTo(String(chat)).at(-1), 'Подключено. Здесь будем писать о концертах.')
    const shown = await world.ok(api.messengers.channels, {}, artist)
    assert.deepEqual(shown.messengers, [{ name: 'vk', bot: '@bis_bot' }])
    assert.deepEqual(
      shown.channels.map(({ messenger }) => messenger),
      ['vk'],
    )
    const when = { dateTimeStart: '2026-11-27T19:00:00+03:00', durationHours: 2 }
    const body = { ...when, durationMinutes: 0, description: 'Тихий вечер', location: LOCATION }
    const { id } = await world.ok(api.session.create, { body }, artist)
    await later(16)
    await later(16)
    const posts = vk.received.filter(({ text }) => text.startsWith('Аня: новый концерт'))
    assert.deepEqual(
      posts.map(({ chat: to, buttons }) => [to, buttons]),
      [
        [
          String(chat),
          [
            {
              type: 'open_link',
              label: 'Подробнее',
              link: `http://localhost/user/${artist.username}/${id}`,
            },
          ],
        ],
      ],
    )
    // VK rests, and then the bot was put out of the chat.
    vk.state.errors = [9]
    await world.ok(api.session.remove, { query: { sessionId: id } }, artist)
    await later(2)
    assert.equal(vk.textsTo(String(chat)).length, 3)
    await later(11)
    assert.match(vk.textsTo(String(chat)).at(-1) ?? '', /^Аня: концерт отменён/u)
    vk.state.blocked.add(String(chat))
    await world.ok(api.session.create, { body }, artist)
    await later(16)
    assert.deepEqual((await world.ok(api.messengers.channels, {}, artist)).channels, [])
  })
})

describe('a listener in VK', () => {
  test('is told by the address of the updates, once its owner proved himself', async () => {
    const messenger = world.app.ctx.messengers.get('vk')
    assert.ok(messenger)
    vk.state.confirm = async (body) => {
      const answer = await world.app.http.inject({
        method: 'POST',
        url: '/messenger/vk',
        payload: body,
      })
      return answer.body
    }
    const ctx = { ...world.app.ctx, publicUrl: 'https://bis.example' }
    await readOnce(ctx, messenger, new AbortController().signal)
    assert.equal(vk.state.callback?.url, 'https://bis.example/messenger/vk')
    await eventually(async () => vk.state.status, 'ok')
    const { statusCode, body } = await post({ type: 'confirmation', group_id: 777 }, 'wrong')
    assert.equal(statusCode, 403)
    assert.doesNotMatch(body, new RegExp(vk.state.code, 'u'))

    const stage = await makeStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(stage, stage.ids.А)
    const asked = { messenger: 'vk' as const, orderId: data.orderId }
    const as = { cookie: phone.cookie ?? '' }
    const { url } = await world.ok(api.messengers.link, { body: asked }, as)
    const [, ref = ''] = /^https:\/\/vk\.me\/bis_bot\?ref=([\w-]{22})$/u.exec(url) ?? []
    const user = newUser()
    assert.equal((await post(vkUpdate.started(user, ref), 'wrong')).statusCode, 403)
    const taken = await post(vkUpdate.started(user, ref))
    assert.deepEqual([taken.statusCode, taken.body], [200, 'ok'])
    await notifyListeners(world.app.ctx)
    assert.match(vk.textsTo(String(user)).at(-1) ?? '', /^Ваша песня следующая\n/u)
    // What the link gave stands in later messages too.
    const told = vk.textsTo(String(user)).length
    await post(vkUpdate.started(user, ref, 'Спасибо!'))
    assert.equal(vk.textsTo(String(user)).length, told)
    await post(vkUpdate.started(user, ref, 'Стоп'))
    assert.equal(vk.textsTo(String(user)).at(-1), 'Больше не пишем.')
  })

  test('ends what he follows by the button below a message, or by blocking the community', async () => {
    const artist = await world.artist()
    const followed = { artistUsername: artist.username }
    const users: number[] = []
    for (let at = 0; at < 2; at += 1) {
      const { cookie } = await knownPhone(world)
      const body = { messenger: 'vk' as const, ...followed }
      const { url } = await world.ok(api.messengers.link, { body }, { cookie })
      const user = newUser()
      const ref = new URL(url).searchParams.get('ref') ?? ''
      for (const text of ['Начать', 'Спасибо!']) await post(vkUpdate.started(user, ref, text))
      assert.equal(vk.textsTo(String(user)).length, 1)
      users.push(user)
    }
    const [one = 0, two = 0] = users
    await post(vkUpdate.pressed(one, 2))
    await post(vkUpdate.denied(two))
    assert.equal(vk.edited.at(-1)?.['peer_id'], String(one))
    const left = await world.sql.selectFrom('followers').select('endpoint').execute()
    assert.deepEqual(
      left.filter(({ endpoint }) => endpoint?.startsWith('vk:')),
      [],
    )
  })
})
