import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { eventually } from '#test/support/eventually.ts'
import { startVk, VK_TOKEN, vkUpdate } from '#test/support/servers/vk-server.ts'
import type { ChatMessage } from './messenger.ts'
import { vkMessenger } from './messenger.vk.ts'

let server: Awaited<ReturnType<typeof startVk>>
before(async () => {
  server = await startVk()
})
after(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  server.fault.outage = null
  const empty = { errors: [], updates: [], failures: [], callback: null, status: 'wait' }
  const rights = ['messages', 'manage', 'photos']
  Object.assign(server.state, { ...empty, rights, keyboards: true, longPoll: false, down: false })
})

const bot = (token = VK_TOKEN, name = 'bis_bot') =>
  vkMessenger({ url: server.url, token, bot: name })
const CHAT = 2_000_000_001
const message = (more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: randomUUID(),
  text: 'Аня: новый концерт',
  picture: `${server.url}/picture.jpg`,
  button: { label: 'Подробнее', href: 'https://bis.example/user/anya/1' },
  stops: true,
  ...more,
})
const going = () => new AbortController().signal

describe('VK', () => {
  test('gets words, a picture that was uploaded and an inline keyboard', async () => {
    const vk = bot()
    assert.equal(await vk.send(String(CHAT), message()), 'sent')
    const { randomId, ...sent } = server.received.at(-1) ?? { randomId: '' }
    assert.match(randomId, /^-?[1-9]\d{0,9}$/u)
    assert.deepEqual(sent, {
      chat: String(CHAT),
      text: 'Аня: новый концерт',
      attachment: `photo-777_${server.state.pictures}_key`,
      buttons: [
        { type: 'open_link', label: 'Подробнее', link: 'https://bis.example/user/anya/1' },
        { type: 'callback', label: 'Больше не писать', payload: '{"command":"stop"}' },
      ],
    })
    const upload = server.calls.find(({ path }) => path === '/upload')
    assert.match(String(upload?.body['multipart']), /name="photo"; filename="picture.jpg"/u)
    // The next message with this picture uploads nothing.
    const uploads = server.state.pictures
    await vk.send(String(CHAT), message())
    assert.equal(server.state.pictures, uploads)
    assert.equal(vk.link('abc'), 'https://vk.me/bis_bot?ref=abc')
  })

  test('gets the words where it can have no picture, or has no keyboards', async () => {
    const vk = bot()
    assert.equal(await vk.send('5', message({ picture: 'http://127.0.0.1:9/1.jpg' })), 'sent')
    assert.equal(server.received.at(-1)?.attachment, '')
    server.state.errors = [100]
    assert.equal(await vk.send('5', message()), 'sent')
    assert.equal(server.received.at(-1)?.attachment, '')
    server.state.keyboards = false
    assert.equal(await vk.send('5', message()), 'sent')
    const last = server.received.at(-1)
    assert.deepEqual(last?.buttons, [])
    assert.match(last?.text ?? '', /\nhttps:\/\/bis\.example\/user\/anya\/1$/u)
  })

  test('takes one message once, however often it is sent', async () => {
    const one = message()
    await bot().send('5', one)
    const taken = server.received.length
    await bot().send('5', one)
    assert.equal(server.received.length, taken)
  })

  test('says for how long it takes nothing, who blocked the community and what an operator mends', async () => {
    const answers = [
      [6, SECOND_MS],
      [9, 10 * MINUTE_MS],
      [14, HOUR_MS],
      [29, HOUR_MS],
      [900, 'gone'],
      [901, 'gone'],
      [902, 'gone'],
      [917, 'gone'],
      [5, 'down'],
      [15, 'down'],
      [10, 'down'],
      [914, 'refused'],
    ] as const
    for (const [error, answer] of answers) {
      server.state.errors = [error]
      assert.equal(await bot().send('5', message({ picture: null })), answer, String(error))
    }
    server.state.blocked.add('6')
    assert.equal(await bot().send('6', message({ picture: null })), 'gone')
    assert.equal(await bot('revoked').send('5', message({ picture: null })), 'down')
    server.state.down = true
    assert.equal(await bot().send('5', message({ picture: null })), 'down')
    const nowhere = vkMessenger({ url: 'http://127.0.0.1:9', token: '1', bot: 'bis_bot' })
    assert.equal(await nowhere.send('5', message({ picture: null })), 'unreached')
  })

  test('has taken nothing where a page with an error answers in its place', async () => {
    for (const [status, answer] of [
      [502, 'down'],
      [403, 'down'],
      [429, 'down'],
      [200, 'silent'],
    ] as const) {
      server.fault.outage = status
      assert.equal(await bot().send('1', message({ picture: null })), answer, String(status))
    }
  })

  test('is polled from where the last poll ended, by a key that is renewed', async () => {
    const vk = bot()
    await vk.deliverTo(null, '')
    assert.deepEqual(server.state.events, ['message_new', 'message_event', 'message_deny'])
    server.state.updates = [vkUpdate.said(5, 'раз'), vkUpdate.said(5, 'два')]
    const first = await vk.poll(null, going())
    assert.equal(first.updates.length, 2)
    // Another process has the lease now: with a key of its own, and where this one ended.
    server.state.updates = [vkUpdate.said(5, 'три')]
    const second = await bot().poll(first.cursor, going())
    assert.match(server.calls.at(-1)?.path ?? '', new RegExp(`ts=${first.cursor}&`, 'u'))
    // Its own key is over meanwhile.
    const kept = await vk.poll(second.cursor, going())
    assert.deepEqual(kept, { updates: [], cursor: second.cursor })
    server.state.failures = [{ failed: 1, ts: 40 }]
    assert.equal((await vk.poll(second.cursor, going())).cursor, '40')
    server.state.failures = [{ failed: 3 }]
    assert.equal((await vk.poll('40', going())).cursor, null)
    server.state.failures = [{ failed: 2 }]
    await assert.rejects(vk.poll('40', going()), { name: 'MessengerFailed' })
  })

  test('stops to wait with the process', async () => {
    const vk = bot()
    await vk.deliverTo(null, '')
    const stopping = new AbortController()
    const waiting = assert.rejects(vk.poll('7', stopping.signal), { name: 'MessengerFailed' })
    await eventually(async () => server.calls.at(-1)?.path.includes('ts=7'), true)
    stopping.abort()
    await waiting
  })

  test('delivers with a secret to an address that it confirmed', async () => {
    const vk = bot()
    server.state.confirm = (body) => {
      assert.equal(vk.secretIn({}, body), 'sesame')
      return vk.acknowledge(body)
    }
    await vk.deliverTo('https://bis.example/messenger/vk', 'sesame')
    assert.equal(server.state.callback?.url, 'https://bis.example/messenger/vk')
    await eventually(async () => server.state.status, 'ok')
    // The next address takes the place of this one.
    await vk.deliverTo('https://bis2.example/messenger/vk', 'sesame')
    assert.equal(server.state.callback?.url, 'https://bis2.example/messenger/vk')
    assert.equal(await vk.acknowledge(vkUpdate.said(5, 'раз')), 'ok')
    await vk.deliverTo(null, '')
    assert.equal(server.state.callback, null)
    server.state.confirm = async () => 'нет'
    server.state.status = 'failed'
    const wrong = vk.deliverTo('https://bis.example/messenger/vk', 'sesame')
    await assert.rejects(wrong, { name: 'MessengerFailed' })
  })

  test('tells what people do', async () => {
    const { read } = bot()
    const payload = 'abcdefghijklmnopqrstu-'
    assert.deepEqual(read(vkUpdate.started(5, payload)), [{ what: 'started', chat: '5', payload }])
    assert.deepEqual(
      read(vkUpdate.started(5, payload, 'стоп')).map(({ what }) => what),
      ['said'],
    )
    assert.deepEqual(read(vkUpdate.said(CHAT, '[club777|@bis_bot] BIS-1', 7)), [
      {
        what: 'said',
        chat: String(CHAT),
        where: 'group',
        text: '[club777|@bis_bot] BIS-1',
        sender: '7',
        title: '',
      },
    ])
    assert.deepEqual(read(vkUpdate.kicked(CHAT)), [{ what: 'left', chat: String(CHAT) }])
    assert.deepEqual(read(vkUpdate.denied(4)), [{ what: 'left', chat: '4' }])
    for (const odd of [null, 7, {}, { type: 'message_new' }, vkUpdate.said(-5, 'раз')])
      assert.deepEqual(read(odd), [])
  })

  test('takes the buttons away after a press', async () => {
    const [press] = bot().read(vkUpdate.pressed(4, 12))
    assert.ok(press?.what === 'stopped')
    await bot().confirm(press.chat, press.press)
    assert.ok(server.calls.some(({ path }) => path.endsWith('sendMessageEventAnswer')))
    const { v: _, ...edited } = server.edited.at(-1) ?? {}
    assert.deepEqual(edited, {
      peer_id: '4',
      cmid: '12',
      message: 'Новость',
      attachment: 'photo-777_9_k',
      keyboard: '{"inline":true,"buttons":[]}',
    })
  })

  test('knows who leads a chat', async () => {
    server.state.admins.add(`${CHAT} 1`)
    assert.equal(await bot().mayPost(String(CHAT), '1'), true)
    assert.equal(await bot().mayPost(String(CHAT), '2'), false)
    assert.equal(await bot().mayPost(String(CHAT + 1), '1'), false)
  })

  test('is checked in words', async () => {
    assert.equal(await bot().trouble(), null)
    assert.equal(await bot(VK_TOKEN, 'club777').trouble(), null)
    assert.match((await bot('revoked').trouble()) ?? '', /неверный или отозван/u)
    assert.match((await bot(VK_TOKEN, 'other').trouble()) ?? '', /принадлежит сообществу bis_bot/u)
    server.state.rights = ['messages']
    assert.match((await bot().trouble()) ?? '', /прав: управление сообществом, фотографии/u)
    const nowhere = vkMessenger({ url: 'http://127.0.0.1:9', token: '1', bot: 'bis_bot' })
    assert.match((await nowhere.trouble()) ?? '', /проверьте сеть/u)
  })
})
