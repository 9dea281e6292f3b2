import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  const privacyUrl = 'https://docs.example/privacy'
  const site = { ...SILENT_SITE, privacyUrl, privacyEdition: '2026-01-31' }
  world = await makeWorld({ site })
})
after(() => world.close())

test('where the policy lies elsewhere a consent is given to the edition that lies there', async () => {
  const email = 'lera@hall.example'
  await world.ok(api.auth.verificationCode, { body: { email, consentEmail: true } })
  const consents = await world.sql
    .selectFrom('consents')
    .select(['document', 'version'])
    .where('email', '=', email)
    .execute()
  assert.deepEqual(consents, [{ document: 'privacy', version: '2026-01-31' }])
  const { username: artistUsername } = await world.artist()
  const body = { artistUsername, email, consent: true }
  await world.ok(api.follows.byEmail, { body })
  const follows = await world.sql.selectFrom('follows').select('consentEdition').execute()
  assert.deepEqual(follows, [{ consentEdition: '2026-01-31' }])
})
