import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

let world: World

before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const embed = (username: string) => world.app.http.inject({ url: `/embed/${username}` })

test('a card for other sites shows the next concert by the clocks of its venue', async () => {
  const lada = await world.artist({ name: 'Лада' })
  const id = await world.concert(lada, { timeZone: 'Asia/Vladivostok', city: 'Владивосток' })
  const { statusCode, body } = await embed(lada.username)
  assert.equal(statusCode, 200)
  assert.match(body, /Лада/)
  assert.match(body, /воскресенье, 22 нояб., 05:00 \(МСК\+7\)/)
  assert.match(body, /Подвал, Владивосток/)
  assert.match(
    body,
    new RegExp(`href="http://localhost/user/${lada.username}/${id}" target="_blank"`),
  )
})

test('the card says that the next concert was moved', async () => {
  const lada = await world.artist()
  const id = await world.concert(lada)
  assert.doesNotMatch((await embed(lada.username)).body, /перенесён/u)
  const venueWas = 'Чердак'
  await world.sql.updateTable('concerts').set({ venueWas }).where('id', '=', id).execute()
  assert.match((await embed(lada.username)).body, /Концерт перенесён/u)
})

test('while a concert is on the card calls for an order, in a tab of its own', async () => {
  const lada = await world.artist()
  await world.concert(lada, { status: 'NOW', title: 'Вечер у лампы' })
  const { body } = await embed(lada.username)
  assert.match(body, /Играет сейчас/)
  assert.match(body, /Вечер у лампы/)
  assert.match(body, /tab=order" target="_blank" rel="noopener">Заказать песню/)
})

test('where no orders are taken the card asks to see what plays', async () => {
  const lada = await world.artist()
  await world.concert(lada, { status: 'NOW', ableGetSongs: false })
  const { body } = await embed(lada.username)
  assert.match(body, /tab=order" target="_blank" rel="noopener">Что сейчас играет/)
  assert.doesNotMatch(body, /Заказать песню/)
})

test('a closed concert is told to nobody on other sites, neither ahead nor while it is on', async () => {
  for (const status of ['SCHEDULED', 'NOW'] as const) {
    const lada = await world.artist()
    await world.concert(lada, { status, closedSession: true, title: 'Для своих' })
    const { body } = await embed(lada.username)
    assert.doesNotMatch(body, /Для своих/, status)
    assert.match(body, /Ближайших концертов пока нет/, status)
  }
})

test('any site may frame the card and only it, and nothing runs or is remembered in it', async () => {
  const lada = await world.artist()
  const { headers, body } = await embed(lada.username)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /frame-ancestors \*/)
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src|unsafe/)
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['x-frame-options'], undefined)
  assert.doesNotMatch(body, /<script/)
})

test('digits and Latin letters of the card stand in the fonts of the site', async () => {
  const { body } = await embed((await world.artist()).username)
  const fontAt = (path: string) => readFile(new URL(`../../web/${path}.woff2`, import.meta.url))
  for (const [name, own] of [
    ['display-latin', 'alumni-sans-latin-800'],
    ['text-latin', 'onest-latin'],
  ]) {
    assert.match(body, new RegExp(`/offline/${name}\\.woff2\\)[^}]*unicode-range:U\\+21-7E`, 'u'))
    assert.ok(
      (await fontAt(`public/offline/${name}`)).equals(await fontAt(`ui/styles/fonts/${own}`)),
    )
  }
})

test('what strangers typed is text on the card', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
  const lada = await world.artist({ name: evil })
  await world.concert(lada, { title: evil, placeName: evil, city: evil })
  const { body } = await embed(lada.username)
  assert.doesNotMatch(body, /<script|<img src=x/)
  assert.match(body, /&lt;script&gt;alert\(1\)/)
})

test('a nickname is known in any letter case, and an unknown one is said to be so', async () => {
  const lada = await world.artist({ username: 'Lada-Embed' })
  assert.equal((await embed(lada.username.toUpperCase())).statusCode, 200)
  const nobody = await embed('nobody-has-it')
  assert.equal(nobody.statusCode, 404)
  assert.match(nobody.body, /Такого музыканта нет/)
})

test('a program that has the address of a page gets its card by oEmbed', async () => {
  const lada = await world.artist({ name: 'Лада <b>' })
  const asked = async (query: string) => {
    const { statusCode, body } = await world.app.http.inject({ url: `/oembed?${query}` })
    return { statusCode, card: body === '' ? null : JSON.parse(body) }
  }
  const page = encodeURIComponent(`http://localhost/user/${lada.username}`)
  const { statusCode, card } = await asked(`url=${page}&maxwidth=400`)
  assert.equal(statusCode, 200)
  assert.deepEqual(
    [card.version, card.type, card.title, card.width],
    ['1.0', 'rich', 'Лада <b>', 400],
  )
  assert.match(
    card.html,
    new RegExp(`^<iframe src="http://localhost/embed/${lada.username}" `, 'u'),
  )
  assert.match(card.html, /title="Лада &lt;b&gt; в «Бисе»"/u)
  assert.doesNotMatch(card.html, /<b>/u)
  assert.equal((await asked(`url=/user/${lada.username}`)).statusCode, 200)
  for (const url of ['https://other.example/user/lada', 'http://localhost/user/nobody-here', ''])
    assert.equal((await asked(`url=${encodeURIComponent(url)}`)).statusCode, 404, url)
  assert.equal((await asked(`url=${page}&format=xml`)).statusCode, 501)
})
