import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  startTelegram,
  TELEGRAM_TOKEN,
  telegramUpdate,
} from '#test/support/servers/telegram-server.ts'
import { eventually } from '#test/support/eventually.ts'
import type { ChatMessage } from './messenger.ts'
import { telegramMessenger } from './messenger.telegram.ts'

let server: Awaited<ReturnType<typeof startTelegram>>
before(async () => {
  server = await startTelegram()
})
after(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  server.fault.outage = null
  Object.assign(server.state, { rests: [], updates: [], badPictures: false, webhook: null })
})

const bot = (token = TELEGRAM_TOKEN, name = 'bis_bot') =>
  telegramMessenger({ url: server.url, token, bot: name })
const MESSAGE: ChatMessage = {
  id: '0',
  text: 'Аня: новый концерт',
  picture: 'https://bis.example/og/concert/1.jpg',
  button: { label: 'Подробнее', href: 'https://bis.example/user/anya/1' },
  stops: false,
}
const going = () => new AbortController().signal

describe('Telegram', () => {
  test('gets a picture with words and a button that is a link', async () => {
    assert.equal(await bot().send('-1', MESSAGE), 'sent')
    assert.deepEqual(server.received.at(-1), {
      chat: '-1',
      text: MESSAGE.text,
      picture: MESSAGE.picture,
      buttons: [{ text: 'Подробнее', url: MESSAGE.button?.href }],
    })
  })

  test('gets the words where it cannot fetch the picture', async () => {
    server.state.badPictures = true
    assert.equal(await bot().send('-1', MESSAGE), 'sent')
    assert.equal(server.received.at(-1)?.picture, null)
  })

  test('says for how long it takes nothing, who blocked the bot and where a group moved', async () => {
    server.state.rests = [7]
    assert.equal(await bot().send('1', MESSAGE), 7000)
    server.state.blocked.add('2')
    assert.equal(await bot().send('2', MESSAGE), 'gone')
    server.state.moved.set('-3', -1003)
    assert.deepEqual(await bot().send('-3', MESSAGE), { movedTo: '-1003' })
    assert.equal(await bot('9:revoked').send('1', MESSAGE), 'down')
    const nowhere = telegramMessenger({ url: 'http://127.0.0.1:9', token: '1:1', bot: 'bis_bot' })
    assert.equal(await nowhere.send('1', MESSAGE), 'unreached')
  })

  test('has taken nothing where a page with an error answers in its place', async () => {
    for (const [status, answer] of [
      [502, 'down'],
      [403, 'down'],
      [429, 1000],
      [200, 'silent'],
    ] as const) {
      server.fault.outage = status
      assert.equal(await bot().send('1', MESSAGE), answer, String(status))
    }
  })

  test('is polled from where the last poll ended, and stops with the process', async () => {
    server.state.updates = [telegramUpdate.said(5, '/start abc_-'), telegramUpdate.said(5, 'стоп')]
    const read = await bot().poll(null, going())
    assert.deepEqual(
      read.updates.map((one) => ('text' in one ? one.text : 'payload' in one ? one.payload : '')),
      ['abc_-', 'стоп'],
    )
    const stopping = new AbortController()
    const waiting = bot().poll(read.cursor, stopping.signal)
    const refused = assert.rejects(waiting, { name: 'MessengerFailed' })
    await eventually(async () => server.calls.at(-1)?.body['offset'], Number(read.cursor))
    stopping.abort()
    await refused
  })

  test('delivers updates with a secret, and is not polled meanwhile', async () => {
    await bot().deliverTo('https://bis.example/messenger/telegram', 'sesame')
    assert.equal(server.state.webhook?.secret, 'sesame')
    await assert.rejects(bot().poll(null, going()), { name: 'MessengerFailed' })
    await bot().deliverTo(null, '')
    assert.equal(server.state.webhook, null)
    const headers = { 'x-telegram-bot-api-secret-token': 'sesame' }
    assert.equal(bot().secretIn(headers, {}), 'sesame')
  })

  test('tells what people do', async () => {
    const { read } = bot()
    assert.deepEqual(read(telegramUpdate.post(-9, 'BIS-1'))[0], {
      what: 'said',
      chat: '-9',
      where: 'channel',
      text: 'BIS-1',
      sender: null,
      title: 'Канал',
    })
    assert.deepEqual(read(telegramUpdate.migrated(-9, -1009)), [
      { what: 'moved', chat: '-9', to: '-1009' },
    ])
    assert.deepEqual(read(telegramUpdate.kicked(4)), [{ what: 'left', chat: '4' }])
    for (const odd of [null, 7, {}, { message: null }, { message: { chat: { id: 1 } } }])
      assert.deepEqual(read(odd), [])
  })

  test('is told that a press was understood, and loses the buttons', async () => {
    const [said] = bot().read(telegramUpdate.pressed(4, 12))
    assert.ok(said?.what === 'stopped')
    await bot().confirm(said.chat, said.press)
    assert.deepEqual(
      server.calls.slice(-2).map(({ path, body }) => [path.split('/').at(-1), body['message_id']]),
      [
        ['answerCallbackQuery', undefined],
        ['editMessageReplyMarkup', 12],
      ],
    )
  })

  test('knows who may post in a group', async () => {
    server.state.admins.add('-9 1')
    assert.equal(await bot().mayPost('-9', '1'), true)
    assert.equal(await bot().mayPost('-9', '2'), false)
  })

  test('is checked in words', async () => {
    assert.equal(await bot().trouble(), null)
    assert.match((await bot('9:revoked').trouble()) ?? '', /неверный или отозван/u)
    assert.match(
      (await bot(TELEGRAM_TOKEN, 'other_bot').trouble()) ?? '',
      /принадлежит боту @bis_bot/u,
    )
    const nowhere = telegramMessenger({ url: 'http://127.0.0.1:9', token: '1:1', bot: 'bis_bot' })
    assert.match((await nowhere.trouble()) ?? '', /проверьте сеть/u)
  })
})
