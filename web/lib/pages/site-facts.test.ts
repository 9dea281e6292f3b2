import assert from 'node:assert/strict'
import { test } from 'node:test'
import { supportContact } from './site-facts.ts'

test('help is asked for in the messenger that is told, by its name', () => {
  const way = (supportUrl: string) => supportContact({ supportUrl, supportEmail: 'a@b.example' })
  assert.deepEqual(way('https://t.me/bis'), { href: 'https://t.me/bis', where: 'в Telegram' })
  assert.equal(way('https://vk.me/bis')?.where, 'ВКонтакте')
  assert.equal(way('https://chat.example/bis')?.where, 'в мессенджере')
})

test('without a messenger help comes by post, and without either no way is shown', () => {
  assert.deepEqual(supportContact({ supportUrl: null, supportEmail: 'a@b.example' }), {
    href: 'mailto:a@b.example',
    where: 'на почту',
  })
  assert.equal(supportContact({ supportUrl: null, supportEmail: null }), null)
})
