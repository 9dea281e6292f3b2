import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import type { World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import { CONSENT } from '#domain/documents.ts'

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
    .orderBy('document', 'desc')
    .execute()
  assert.deepEqual(consents, [
    { document: 'privacy', version: '2026-01-31' },
    { document: 'consent', version: CONSENT.date },
  ])
  const { username: artistUsername } = await world.artist()
  const body = { artistUsername, email, consent: true }
  await world.ok(api.follows.byEmail, { body })
  const follows = await world.sql.selectFrom('follows').select('consentEdition').execute()
  assert.deepEqual(follows, [{ consentEdition: '2026-01-31' }])
})

test('a new edition asks again: the cabinet can be read, not changed, until the owner agrees', async () => {
  const artist = await world.artist({ consentEdition: '2020-01-01' })
  const { mustAgree } = await world.ok(api.auth.checkToken, {}, artist)
  assert.equal(mustAgree, true)
  assert.equal((await world.ok(api.security.state, {}, artist)).agreed, false)
  const change = { body: { artistInfoDTO: { name: 'Другое имя' } } }
  await world.refused('CONSENT_NEEDED', api.auth.update, change, artist)
  const old = { body: { edition: '2020-01-01' } }
  await world.refused('ILLEGAL_STEP', api.security.agree, old, artist)
  await world.ok(api.security.agree, { body: { edition: CONSENT.date } }, artist)
  await world.ok(api.auth.update, change, artist)
  assert.equal((await world.ok(api.auth.checkToken, {}, artist)).mustAgree, undefined)
  const given = await world.sql
    .selectFrom('consents')
    .select(['document', 'version', 'givenAt'])
    .where('artistId', '=', artist.id)
    .execute()
  assert.deepEqual(given, [{ document: 'consent', version: CONSENT.date, givenAt: world.now() }])
})

test('a running concert is not interrupted by the question, and its end brings it', async () => {
  const artist = await world.artist({ consentEdition: null })
  const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  const rest = { sessionId, minutes: 5 }
  assert.notEqual(
    (await world.call(api.artist.takeBreak, { body: rest }, artist)).failure.code,
    'CONSENT_NEEDED',
  )
  const end = { body: { sessionId, status: 'ENDED' } }
  assert.notEqual(
    (await world.call(api.artist.updateSessionStatus, end, artist)).failure.code,
    'CONSENT_NEEDED',
  )
})

test('whoever has not agreed can log out, take a copy and leave', async () => {
  const artist = await world.artist({ consentEdition: null })
  await world.ok(api.security.askCopy, {}, artist)
  await world.ok(api.auth.logoutOthers, {}, artist)
  await world.ok(api.security.leave, { body: { currentPassword: ARTIST_PASSWORD } }, artist)
})
