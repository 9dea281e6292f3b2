import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelCodeIn, chatAddress, chatAt, isStop } from './messengers.ts'

test('a code is found in a message, however it is written', () => {
  assert.equal(channelCodeIn('Код: bis-7kq2m9xt, спасибо'), '7KQ2M9XT')
  for (const text of ['', 'BIS-123', 'BIS-7KQ2M9XTT', 'BIS-7KQ2M9X0'])
    assert.equal(channelCodeIn(text), null)
})

test('one word ends it', () => {
  for (const text of ['стоп', ' Стоп! ', '«СТОП»', '/stop']) assert.ok(isStop(text), text)
  for (const text of ['', 'не стоп', 'стоп-кран', 'стопка']) assert.ok(!isStop(text), text)
})

test('a chat is an address, and a browser’s endpoint is none', () => {
  const chat = { messenger: 'telegram', chat: '-100500' } as const
  assert.deepEqual(chatAt(chatAddress('telegram', '-100500')), chat)
  for (const other of ['', 'https://push.example/1', 'icq://chat/1', 'vk://chat/'])
    assert.equal(chatAt(other), null)
})
