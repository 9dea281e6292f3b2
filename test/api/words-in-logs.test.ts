import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql as raw } from 'kysely'
import { api } from '#contract/index.ts'
import { makeLog } from '#server/platform/lifecycle/log.ts'
import { pageOf, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { makePhone } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

const NAME = 'Прасковья-zavetka'
const WORDS = 'посвящение-zavetka'
const TIP = 'благодарность-zavetka'
const RUDE = 'нахуй-zavetka'

let world: World
let text = ''

before(async () => {
  world = await makeWorld({
    log: makeLog('debug', { write: (line) => void (text += line) }),
  })
})
after(() => world.close())

/** Makes an order that the database refuses, with its row in the text of the error. */
async function brokenOrder<T>(order: () => Promise<T>): Promise<T> {
  await raw`create function refuse_row() returns trigger language plpgsql as $$
    begin
      raise exception 'no room for %', row_to_json(new) using errcode = 'XX000';
    end $$`.execute(world.sql)
  await raw`create trigger broken before insert on order_words
    for each row execute function refuse_row()`.execute(world.sql)
  return order()
}

test('no name and no word of a listener is in the log or in the metrics, whatever becomes of it', async () => {
  const concert = await paidConcert(world)
  const stage = { ...concert, concertId: concert.sessionId }
  const songId = await concert.newSong()
  const rules = { namesShown: true }
  const sessionId = concert.sessionId
  await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, concert.as)
  const written = { name: NAME, words: WORDS, amount: 10_000 }
  const phone = makePhone(world)
  const order = await phone.order(stage, await concert.newSong(), written, crypto.randomUUID())
  await world.bank.pay(pageOf(order.data.paymentURL), { method: 'card', action: 'pay' })
  await makePhone(world).order(stage, await concert.newSong(), { ...written, words: RUDE })
  await tipped(world, concert.artist.username, 10_000, TIP)
  await world.settle()
  assert.match(JSON.stringify(await concert.queue()), /zavetka/u)
  const askId = (await concert.queue()).flatMap(({ asks = [] }) => asks)[0]?.id ?? ''
  await world.ok(api.artist.openWords, { body: { sessionId, askId } }, concert.as)
  await world.ok(api.artist.muteListener, { body: { sessionId, askId, muted: true } }, concert.as)
  // Refused, too long, malformed, and in an address where it does not belong.
  await phone.order(stage, await concert.newSong(), written)
  await makePhone(world).order(stage, await concert.newSong(), {
    ...written,
    words: WORDS.repeat(20),
  })
  const odd = { artistUsername: concert.artist.username, sessionId, name: [NAME], words: { WORDS } }
  await world.app.http.inject({ method: 'POST', url: '/api/v1/songs/order-song', payload: odd })
  const address = `/user/${concert.artist.username}?name=${NAME}&words=${WORDS}`
  await world.app.http.inject({ url: encodeURI(address) })
  await world.app.http.inject({ url: encodeURI(`/api/v1/page/get-info?name=${NAME}`) })
  const broken = await brokenOrder(() => makePhone(world).order(stage, songId, written))
  assert.equal(broken.status, 500)
  const { body: metrics } = await world.app.http.inject({ url: '/metrics' })
  assert.match(metrics, /^# TYPE /mu)
  assert.match(text, new RegExp(`"reqId":"${broken.failure.requestId}"`, 'u'), 'it was logged')
  for (const [where, told] of Object.entries({ text, metrics })) {
    assert.doesNotMatch(told, /zavetka/u, where)
    assert.ok(!told.includes(encodeURI(NAME)), where)
  }
})
