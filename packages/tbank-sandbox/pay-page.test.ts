import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { SBP_BANKS } from './sbp-banks.ts'
import { makeBankWorld, SHOP } from './bank.fixture.ts'
import type { BankWorld } from './bank.fixture.ts'
import { CODE_CARD, DEFAULT_CARD, POOR_CARD, TEST_CARDS } from './payer.ts'

let world: BankWorld
before(async () => {
  world = await makeBankWorld()
})
after(() => world.close())

const DEMO = 'Демо-банк. Деньги не списываются.'

async function page(path: string) {
  return world.app.inject(path)
}

test('the page shows the sum, the shop, the words, the time left, and that it is no real bank', async () => {
  const { path } = await world.opened({ Description: 'Чай «Звезда» <b>' })
  const { body, statusCode } = await page(path)
  assert.equal(statusCode, 200)
  for (const part of [DEMO, '100\u00a0₽', 'Лавка', 'Чай «Звезда» &lt;b&gt;', '15 мин'])
    assert.ok(body.includes(part), part)
})

test('the page has no script, and its policy lets none in', async () => {
  const { path } = await world.opened()
  const { body, headers } = await page(path)
  assert.doesNotMatch(body, /<script|\son\w+=|\sstyle=|javascript:/i)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'/)
  assert.ok(policy.includes(`form-action 'self' ${SHOP}`))
  const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.ok(policy.includes(`'sha256-${hash}'`))
})

test('one ordinary form has the card written in, both ways to pay, and three ways to leave', async () => {
  const { path } = await world.opened()
  const { body } = await page(path)
  assert.equal(body.match(/<form /g)?.length, 1)
  assert.match(body, /<form method="post"/)
  assert.ok(body.includes(`name="card" value="${DEFAULT_CARD}"`))
  for (const field of ['name="method" value="card"', 'name="method" value="sbp"'])
    assert.ok(body.includes(field), field)
  for (const action of ['pay', 'decline', 'close'])
    assert.ok(body.includes(`name="action" value="${action}"`), action)
  for (const words of ['Оплатить', 'Оплатить в приложении', 'Отклонить', 'Закрыть'])
    assert.ok(body.includes(`>${words}</button>`), words)
  for (const bank of Object.values(SBP_BANKS)) assert.ok(body.includes(bank), bank)
  assert.match(body, /<svg /)
})

test('SBP is chosen by the address of its code', async () => {
  const { path } = await world.opened()
  assert.match((await page(path)).body, /value="card" id="by-card" checked/)
  assert.match((await page(`${path}?method=sbp`)).body, /value="sbp" id="by-sbp" checked/)
})

test('a form of one field pays', async () => {
  const { id, path, orderId } = await world.opened()
  const sent = await world.send(path, { action: 'pay' })
  assert.equal(sent.statusCode, 303)
  assert.equal(sent.headers.location, `${SHOP}/payment/${orderId}`)
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
})

for (const { number, system } of TEST_CARDS.filter(({ outcome }) => outcome === 'pays'))
  test(`the ${system} card pays, however it is spaced`, async () => {
    const { id, path } = await world.opened()
    await world.send(path, { method: 'card', card: number.replaceAll(' ', ''), action: 'pay' })
    assert.equal(await world.statusOf(id), 'AUTHORIZED')
  })

test('a declined payment takes nothing and says so to the shop', async () => {
  const { id, path, orderId } = await world.opened()
  const sent = await world.send(path, { action: 'decline' })
  assert.equal(sent.statusCode, 303)
  assert.equal(await world.statusOf(id), 'REJECTED')
  assert.equal((await world.noticesOf(orderId))[0]?.['Status'], 'REJECTED')
})

test('a card without money is always refused', async () => {
  const { id, path } = await world.opened()
  const sent = await world.send(path, { method: 'card', card: POOR_CARD, action: 'pay' })
  assert.equal(sent.statusCode, 303)
  assert.equal(await world.statusOf(id), 'REJECTED')
})

test('who closes the page can open it again and pay', async () => {
  const { id, path } = await world.opened()
  assert.equal((await world.send(path, { action: 'close' })).statusCode, 303)
  assert.equal(await world.statusOf(id), 'NEW')
  await world.send(path, { action: 'pay' })
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
})

test('only the card that asks for a code gets the question, and pays after it', async () => {
  const { id, path, orderId } = await world.opened()
  const sent = await world.send(path, { method: 'card', card: CODE_CARD, action: 'pay' })
  assert.equal(sent.headers.location, path)
  assert.equal(await world.statusOf(id), '3DS_CHECKING')
  const asked = await page(path)
  assert.match(asked.body, /name="code"/)
  assert.ok(asked.body.includes(DEMO))
  assert.match(asked.body, /<b>1234<\/b>/)
  const done = await world.send(path, { code: ' 1234 ', action: 'pay' })
  assert.equal(done.headers.location, `${SHOP}/payment/${orderId}`)
  assert.equal(await world.statusOf(id), 'AUTHORIZED')
})

test('a wrong code is asked again, and the third one ends it', async () => {
  const { id, path } = await world.opened()
  await world.send(path, { card: CODE_CARD, action: 'pay' })
  for (let time = 0; time < 2; time++) {
    const wrong = await world.send(path, { code: '0000', action: 'pay' })
    assert.equal(wrong.statusCode, 422)
    assert.match(wrong.body, /Код не подошёл/)
    assert.match(wrong.body, /name="code"/)
  }
  assert.equal((await world.send(path, { code: '0000', action: 'pay' })).statusCode, 303)
  assert.equal(await world.statusOf(id), 'AUTH_FAIL')
})

test('a card that is not of the list is not taken and not kept', async () => {
  const { id, path } = await world.opened()
  const real = '4276 3800 1234 5678'
  const sent = await world.send(path, { method: 'card', card: real, action: 'pay' })
  assert.equal(sent.statusCode, 422)
  assert.match(sent.body, /только карты из списка/)
  assert.ok(!sent.body.includes(real))
  assert.equal(await world.statusOf(id), 'FORM_SHOWED')
})

test('SBP takes ten roubles and no less', async () => {
  const less = await world.opened({ Amount: 999 })
  const sent = await world.send(less.path, { method: 'sbp', action: 'pay' })
  assert.equal(sent.statusCode, 422)
  assert.match(sent.body, /от 10 ₽/)
  const ten = await world.opened({ Amount: 1000 })
  await world.send(ten.path, { method: 'sbp', bank: '100000000004', action: 'pay' })
  assert.equal(await world.statusOf(ten.id), 'CONFIRMED')
})

test('a second press of the button pays once and lands in the same place', async () => {
  const { path, orderId, id } = await world.opened({ stage: 'one' })
  const sent = await Promise.all([
    world.send(path, { action: 'pay' }),
    world.send(path, { action: 'pay' }),
  ])
  for (const { headers } of sent) assert.equal(headers.location, `${SHOP}/payment/${orderId}`)
  const words = (await world.noticesOf(orderId)).map(({ Status }) => Status)
  assert.deepEqual(words, ['AUTHORIZED', 'CONFIRMED'])
  const paid = (await world.bank.books()).payments.find((payment) => payment.id === id)
  assert.equal(paid?.captured, 10_000)
})

test('a finished payment says how it ended and leads back', async () => {
  const { path, orderId } = await world.opened()
  await world.send(path, { action: 'pay' })
  const { body } = await page(path)
  assert.doesNotMatch(body, /<form/)
  assert.match(body, /Деньги заблокированы/)
  assert.ok(body.includes(`<a href="${SHOP}/payment/${orderId}">`))
  assert.ok(body.includes(DEMO))
})

test('a link that ran out says so', async () => {
  const { path } = await world.opened()
  world.advance(3_600_000)
  assert.match((await page(path)).body, /Время на оплату вышло/)
})

test('nobody guesses a page, and an unknown one says so', async () => {
  const { id } = await world.opened()
  for (const odd of ['unknown', '%00', '%EF%BF%BE', 'a'.repeat(90)]) {
    assert.equal((await page(`/bank/pay/${odd}`)).statusCode, 404, odd)
    const paid = await world.send(`/bank/pay/${odd}`, { action: 'pay' })
    assert.equal(paid.statusCode, 404, odd)
  }
  assert.equal((await page(`/bank/pay/${id}`)).statusCode, 404)
  assert.equal((await world.send(`/bank/pay/${id}`, { action: 'pay' })).statusCode, 404)
})

test('a form of another site is sent away', async () => {
  const { id, path } = await world.opened()
  const sent = await world.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    },
    payload: 'action=pay',
  })
  assert.equal(sent.statusCode, 403)
  assert.equal(await world.statusOf(id), 'NEW')
})
