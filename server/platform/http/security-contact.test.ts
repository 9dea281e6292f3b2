import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SILENT_SITE } from '#server/config/site.ts'
import { makeWorld } from '#test/support/world.ts'

const PATH = '/.well-known/security.txt'

async function contactOf(supportEmail: string | null) {
  const site = { ...SILENT_SITE, supportEmail }
  const world = await makeWorld({ publicUrl: 'https://bis.example', site })
  const { statusCode, body, headers } = await world.app.http.inject({ url: PATH })
  const now = world.now()
  await world.close()
  return { statusCode, body, type: headers['content-type'], now }
}

test('who finds a hole reads whom to write to, and until when that is true', async () => {
  const { statusCode, body, type, now } = await contactOf('dezhurnyi@bis.ru')
  assert.equal(statusCode, 200)
  assert.equal(type, 'text/plain; charset=utf-8')
  const lines = new Map(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  assert.equal(lines.get('Contact'), 'mailto:dezhurnyi@bis.ru')
  assert.equal(lines.get('Canonical'), `https://bis.example${PATH}`)
  const days = (Date.parse(lines.get('Expires') ?? '') - now.getTime()) / 86_400_000
  assert.ok(days > 90 && days < 365, `${days} days`)
})

test('a site that names nobody, or the example of a demo, tells no address', async () => {
  for (const nobody of [null, 'help@bis.example']) {
    const { statusCode } = await contactOf(nobody)
    assert.equal(statusCode, 404)
  }
})
