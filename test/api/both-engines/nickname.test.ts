import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import type { World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

let made = 0
const fresh = () => `nick-${(made += 1)}`

type Artist = Awaited<ReturnType<World['artist']>>

const change = (artist: Artist, username: string, currentPassword = ARTIST_PASSWORD) =>
  world.call(api.auth.changeUsername, { body: { username, currentPassword } }, artist)

async function refusal(artist: Artist, username: string, password?: string) {
  const { status, failure } = await change(artist, username, password)
  assert.equal(status, 400, JSON.stringify(failure))
  return failure.fields
}

const get = async (url: string) => {
  const { statusCode, body } = await world.app.http.inject({ url, remoteAddress: freshAddress() })
  return { statusCode, body }
}

const isFree = async (username: string) =>
  (await world.call(api.auth.isUsernameFree, { body: { username } })).data

async function pageName(artistUsername: string) {
  const { status, data } = await world.call(api.page.getInfo, { query: { artistUsername } })
  return status === 200 ? data.artistInfoDTO.username : status
}

test('links, files and calls with the former nickname answer for its owner', async () => {
  const artist = await world.artist()
  const old = artist.username
  const next = fresh()
  assert.equal(await pageName(old), old)
  assert.equal((await change(artist, next)).data.username, next)
  assert.deepEqual(await Promise.all([old, old.toUpperCase(), next].map(pageName)), [
    next,
    next,
    next,
  ])
  for (const path of ['.ics', '/feed.xml']) {
    const answer = await get(`/user/${old}${path}`)
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, new RegExp(`/user/${next}`))
  }
  assert.match((await get(`/embed/${old}`)).body, new RegExp(`/user/${next}`))
  for (const path of [`/api/v1/qr/get-image/${old}`, `/og/artist/${old}.jpg`])
    assert.equal((await get(path)).statusCode, 200, path)
  const sessions = await world.call(api.session.getSessions, { body: { artistUsername: old } })
  assert.equal(sessions.status, 200)
  // The token stays valid; a new login works only with the new nickname.
  const { data } = await world.call(api.auth.checkToken, {}, artist)
  assert.equal(data.username, next)
  const login = async (username: string) =>
    (
      await world.call(
        api.auth.login,
        { body: { username, password: ARTIST_PASSWORD } },
        { address: freshAddress() },
      )
    ).status
  assert.deepEqual([await login(old), await login(next)], [401, 200])
  await mailIdle(world.app.ctx)
  const message = world.sentMail.findLast(({ subject }) => subject === 'Никнейм изменён')
  assert.match(message?.text ?? '', new RegExp(`был ${old}, теперь ${next}`))
})

test('a former nickname is kept for a year, and its owner takes it back at once', async () => {
  const [one, other] = [await world.artist(), await world.artist()]
  const old = one.username
  const next = fresh()
  await change(one, next)
  assert.equal(await isFree(old), false)
  assert.deepEqual(Object.keys((await refusal(other, old)) ?? {}), ['username'])
  world.advance(1)
  assert.equal((await change(one, old)).status, 200)
  assert.deepEqual([await pageName(old), await pageName(next)], [old, old])
  world.advance(1)
  assert.equal((await change(one, next)).status, 200)
  world.advance(365 * DAY_MS + 1)
  assert.equal(await isFree(old), true)
  const token = (
    await world.call(
      api.auth.login,
      { body: { username: other.username, password: ARTIST_PASSWORD } },
      { address: freshAddress() },
    )
  ).data.token
  assert.equal((await change({ ...other, token }, old)).status, 200)
  assert.deepEqual([await pageName(old), await pageName(next)], [old, next])
})

test('what is wrong is told at its field', async () => {
  const [artist, other] = [await world.artist(), await world.artist()]
  assert.deepEqual(await refusal(artist, other.username.toUpperCase()), {
    username: 'Никнейм занят',
  })
  assert.deepEqual(await refusal(artist, artist.username), {
    username: 'Это нынешний никнейм. Придумайте другой.',
  })
  assert.deepEqual(await refusal(artist, 'a b', ''), {
    username: 'Имя пользователя не должно содержать пробелы.',
    currentPassword: 'Введите текущий пароль',
  })
  assert.deepEqual(await refusal(artist, fresh(), 'Ne-tot-parol-1'), {
    currentPassword: 'Текущий пароль не подошёл',
  })
  for (let times = 0; times < 3; times++) assert.equal((await change(artist, fresh())).status, 200)
  assert.match(JSON.stringify(await refusal(artist, fresh())), /не чаще трёх раз за 30 дней/)
})
