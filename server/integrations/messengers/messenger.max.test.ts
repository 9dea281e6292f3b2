import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { MAX_TOKEN, maxUpdate, startMax } from '#test/support/servers/max-server.ts'
import { maxMessenger } from './messenger.max.ts'

let server: Awaited<ReturnType<typeof startMax>>
before(async () => {
  server = await startMax()
})
after(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  server.fault.outage = null
  Object.assign(server.state, { tooMany: 0, badPictures: false, updates: [], webhook: null })
})

const bot = (token = MAX_TOKEN, name = 'bis_bot') =>
  maxMessenger({ url: server.url, token, bot: name })
const MESSAGE = {
  id: '0',
  text: 'Аня: новый концерт',
  picture: 'https://bis.example/og/concert/1.jpg',
  button: { label: 'Подробнее', href: 'https://bis.example/user/anya/1' },
  stops: true,
}

describe('MAX', () => {
  test('gets a picture, words and a keyboard, by the token in a header', async () => {
    assert.equal(await bot().send('-1', MESSAGE), 'sent')
    assert.deepEqual(server.received.at(-1), {
      chat: '-1',
      text: MESSAGE.text,
      attachments: [
        { type: 'image', payload: { url: MESSAGE.picture } },
        {
          type: 'inline_keyboard',
          payload: {
            buttons: [
              [{ type: 'link', text: 'Подробнее', url: MESSAGE.button.href }],
              [{ type: 'callback', text: 'Больше не писать', payload: 'stop' }],
            ],
          },
        },
      ],
    })
    server.state.badPictures = true
    assert.equal(await bot().send('-1', MESSAGE), 'sent')
    assert.deepEqual(
      server.received.at(-1)?.attachments.map(({ type }) => type),
      ['inline_keyboard'],
    )
    assert.equal(bot().link('abc'), 'https://max.ru/bis_bot?start=abc')
  })

  test('says when it takes nothing, and who stopped the bot', async () => {
    server.state.tooMany = 1
    assert.equal(await bot().send('1', MESSAGE), 1000)
    server.state.blocked.add('2')
    assert.equal(await bot().send('2', MESSAGE), 'gone')
    assert.equal(await bot('revoked').send('1', MESSAGE), 'down')
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

  test('is polled by its marker, or delivers with a secret', async () => {
    const { signal } = new AbortController()
    server.state.updates = [maxUpdate.started(5, 'abc'), maxUpdate.said(5, 'стоп')]
    const { updates, cursor } = await bot().poll(null, signal)
    assert.deepEqual(
      updates.map(({ what }) => what),
      ['started', 'said'],
    )
    server.state.updates = [maxUpdate.said(5, 'ещё')]
    await bot().poll(cursor, signal)
    assert.match(server.calls.at(-1)?.path ?? '', new RegExp(`marker=${cursor}$`, 'u'))
    await bot().deliverTo('https://bis.example/messenger/max', 'sesame')
    assert.equal(server.state.webhook?.secret, 'sesame')
    await assert.rejects(bot().poll(cursor, signal), { name: 'MessengerFailed' })
    await bot().deliverTo(null, '')
    assert.equal(server.state.webhook, null)
    assert.equal(bot().secretIn({ 'x-max-bot-api-secret': 'sesame' }, {}), 'sesame')
  })

  test('tells what people do', async () => {
    const { read } = bot()
    const said = { what: 'said', chat: '-9', text: 'BIS-1', title: '' }
    assert.deepEqual(read(maxUpdate.said(-9, 'BIS-1', 'channel')), [
      { ...said, where: 'channel', sender: null },
    ])
    assert.deepEqual(read(maxUpdate.said(-9, 'BIS-1', 'chat')), [
      { ...said, where: 'group', sender: '7' },
    ])
    assert.deepEqual(read(maxUpdate.stopped(4)), [{ what: 'left', chat: '4' }])
    for (const odd of [null, 7, {}, { update_type: 'message_created', message: null }])
      assert.deepEqual(read(odd), [])
  })

  test('takes the buttons away after a press', async () => {
    const [press] = bot().read(maxUpdate.pressed(4))
    assert.ok(press?.what === 'stopped')
    await bot().confirm(press.chat, press.press)
    const { path, body } = server.calls.at(-1) ?? {}
    assert.equal(path, '/answers?callback_id=cb.1')
    assert.deepEqual(body, { message: { text: 'Новость', attachments: [] } })
  })

  test('knows who leads a chat', async () => {
    server.state.admins.add('-9 1')
    assert.equal(await bot().mayPost('-9', '1'), true)
    assert.equal(await bot().mayPost('-9', '2'), false)
  })

  test('is checked in words', async () => {
    assert.equal(await bot().trouble(), null)
    assert.match((await bot('revoked').trouble()) ?? '', /неверный или отозван/u)
    assert.match((await bot(MAX_TOKEN, 'other').trouble()) ?? '', /принадлежит боту @bis_bot/u)
    const nowhere = maxMessenger({ url: 'http://127.0.0.1:9', token: '1', bot: 'bis_bot' })
    assert.match((await nowhere.trouble()) ?? '', /проверьте сеть/u)
  })
})
