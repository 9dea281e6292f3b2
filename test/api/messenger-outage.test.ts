import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { MessengerName } from '#domain/messengers.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { messengersOf } from '#server/integrations/messengers/messengers.ts'
import { postInChannels } from '#server/modules/messengers/channels.service.ts'
import { receive } from '#server/modules/messengers/incoming.service.ts'
import { readOnce } from '#server/modules/messengers/updates.service.ts'
import { notifyListeners } from '#server/modules/notifications/listeners.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { MAX_TOKEN, maxUpdate, startMax } from '#test/support/servers/max-server.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import {
  startTelegram,
  TELEGRAM_TOKEN,
  telegramUpdate,
} from '#test/support/servers/telegram-server.ts'
import { startVk, VK_TOKEN, vkUpdate } from '#test/support/servers/vk-server.ts'
import { someChannel } from '#test/support/steps/channels.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World
let push: Awaited<ReturnType<typeof startPushService>>
let servers: {
  max: Awaited<ReturnType<typeof startMax>>
  telegram: Awaited<ReturnType<typeof startTelegram>>
  vk: Awaited<ReturnType<typeof startVk>>
}
before(async () => {
  servers = { max: await startMax(), telegram: await startTelegram(), vk: await startVk() }
  const { max, telegram, vk } = servers
  world = await makeWorld({
    messengers: messengersOf({
      max: { url: max.url, token: MAX_TOKEN, bot: 'bis_bot' },
      telegram: { url: telegram.url, token: TELEGRAM_TOKEN, bot: 'bis_bot' },
      vk: { url: vk.url, token: VK_TOKEN, bot: 'bis_bot' },
    }),
  })
  push = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  for (const one of [...Object.values(servers), push]) await one[Symbol.asyncDispose]()
  await world.close()
})
beforeEach(() => {
  world.setNow(new Date('2026-11-21T09:00:00Z'))
  for (const { fault } of Object.values(servers)) fault.outage = null
})

const NAMES = ['max', 'telegram', 'vk'] as const
let chats = 0
/** The number of a person: below those of VK's chats. */
const newUser = () => (chats += 1)
const newChat = (name: MessengerName) => {
  const number = (chats += 1)
  return String(name === 'vk' ? 2_000_000_000 + number : -number)
}

/** Everything that the clocks of a process tell, at once, as they run. */
async function tellAll(minutes: number) {
  world.advance(minutes * MINUTE_MS)
  const { ctx } = world.app
  await Promise.all([notifyFollowers(ctx), notifyListeners(ctx), postInChannels(ctx)])
  // The news that became notifications only then.
  await postInChannels(ctx)
}

/** Says in a messenger what a person says to the bot there; what answers is the server of the test. */
const SAYS = {
  max: (user: number, payload: string) => maxUpdate.started(user, payload),
  telegram: (user: number, payload: string) => telegramUpdate.said(user, `/start ${payload}`),
  vk: (user: number, payload: string) => vkUpdate.started(user, payload),
}
async function opensChat(name: MessengerName, body: object, cookie: string) {
  const asked = { messenger: name, ...body }
  const { url } = await world.ok(api.messengers.link, { body: asked }, { cookie })
  const { searchParams } = new URL(url)
  const user = newUser()
  const messenger = world.app.ctx.messengers.get(name)
  assert.ok(messenger)
  const payload = searchParams.get('start') ?? searchParams.get('ref') ?? ''
  for (const said of messenger.read(SAYS[name](user, payload)))
    await receive(world.app.ctx, messenger, said)
  return String(user)
}

async function followedBy(username: string) {
  const followed = { artistUsername: username }
  const byPush = await knownPhone(world)
  const name = randomUUID()
  const body = { ...followed, timeZone: 'Europe/Moscow', subscription: push.subscribe(name) }
  await world.ok(api.follows.byPush, { body }, { cookie: byPush.cookie ?? '' })
  const byMail = await knownPhone(world)
  const email = `${name}@example.org`
  const written = { ...followed, email, consent: true, timeZone: 'Europe/Moscow' }
  const as = { cookie: byMail.cookie ?? '' }
  await world.ok(api.follows.byEmail, { body: written }, as)
  const sent = () => world.sentMail.filter(({ to }) => to === email)
  const token = /\/follow\/([\w-]{43})/u.exec(sent()[0]?.text ?? '')?.[1] ?? ''
  await world.ok(api.follows.confirm, { body: { token } }, as)
  const inChats: Record<MessengerName, string> = { max: '', telegram: '', vk: '' }
  for (const one of NAMES) {
    const { cookie } = await knownPhone(world)
    inChats[one] = await opensChat(one, followed, cookie ?? '')
  }
  return { pushed: () => push.receivedTitles(name), mailed: () => sent().slice(1), inChats }
}

const newsIn = (name: MessengerName, chat: string) =>
  servers[name].textsTo(chat).filter((text) => /новый концерт/u.test(text)).length

const OUTAGES = { max: 502, telegram: 'cuts', vk: 'hangs' } as const

describe('the outage of one messenger', () => {
  for (const down of NAMES)
    test(`${down} ${OUTAGES[down]}: everything else is told, and a concert starts`, async () => {
      const stage = await makeStage(world, {
        concert: { status: 'PLAYED', finishedAt: world.now() },
      })
      const { artist, as } = stage
      const told = await followedBy(artist.username)
      const channels: Record<MessengerName, string> = { max: '', telegram: '', vk: '' }
      for (const name of NAMES) {
        channels[name] = newChat(name)
        await someChannel(world, artist, { name, chat: channels[name] })
      }
      const { fault, calls } = servers[down]
      fault.outage = OUTAGES[down]
      const location = { name: 'Чердак', description: 'Улица', longitude: 37.62, latitude: 55.75 }
      const length = { durationHours: 2, durationMinutes: 0, description: 'Громкий концерт' }
      const body = { dateTimeStart: '2026-11-27T19:00:00+03:00', ...length, location }
      const { id } = await world.ok(api.session.create, { body }, as)
      await tellAll(16)
      // On a slow machine others may be left out of a round too, and told in the next.
      await tellAll(6)
      for (const name of NAMES) {
        const isTold = name !== down
        assert.equal(newsIn(name, channels[name]) > 0, isTold, `${name}: the channel`)
        assert.equal(newsIn(name, told.inChats[name]) > 0, isTold, `${name}: the follower`)
      }
      assert.equal(told.pushed().length, 1)
      assert.equal(told.mailed().length, 1)

      // What it surely did not take is told when it answers again; what it may have taken is not told twice.
      fault.outage = null
      await tellAll(25)
      assert.equal(newsIn(down, channels[down]), OUTAGES[down] === 502 ? 1 : 0)

      // What people do here asks no messenger at all.
      fault.outage = OUTAGES[down]
      const asks = calls.length
      const begun = { sessionId: id, sessionStatus: 'NOW' as const }
      await world.ok(api.artist.updateSessionStatus, { body: begun }, as)
      await world.ok(api.messengers.channels, {}, as)
      const asked = { messenger: down, artistUsername: artist.username }
      await world.ok(api.messengers.link, { body: asked })
      assert.equal(calls.length, asks)
      await tellAll(2)
      for (const name of NAMES.filter((one) => one !== down)) {
        const titles = servers[name].textsTo(channels[name]).map((text) => text.split('\n')[0])
        assert.ok(titles.at(-1)?.endsWith('концерт начался'), name)
      }
    })
})

test('a listener’s turn is told beside a messenger that hangs, and others are read', async () => {
  servers.vk.fault.outage = 'hangs'
  const stage = await makeStage(world)
  const phone = makePhone(world)
  const { data } = await phone.order(stage, stage.ids.А)
  const { orderId } = data
  const chat = await opensChat('telegram', { orderId }, phone.cookie ?? '')
  await notifyListeners(world.app.ctx)
  assert.match(servers.telegram.textsTo(chat).at(-1) ?? '', /^Ваша песня следующая\n/u)
  const stopping = new AbortController()
  const readBy = (name: MessengerName) => {
    const messenger = world.app.ctx.messengers.get(name)
    assert.ok(messenger)
    return readOnce(world.app.ctx, messenger, stopping.signal)
  }
  const stuck = readBy('vk').catch(() => false)
  servers.telegram.state.updates.push(telegramUpdate.said(Number(chat), 'стоп'))
  assert.equal(await readBy('telegram'), true)
  assert.equal(servers.telegram.textsTo(chat).at(-1), 'Больше не пишем.')
  stopping.abort()
  assert.equal(await stuck, false)
})
