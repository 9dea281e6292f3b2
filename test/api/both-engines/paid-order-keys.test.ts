import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/index.ts'
import { pageOf, paidConcert, shown, worldWithAudit } from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { secondProcess } from '#test/support/product/second-process.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

describe('one key', () => {
  const body = (concert: PaidConcert, songId: string) => ({
    songId,
    artistUsername: concert.artist.username,
    sessionId: concert.sessionId,
    title: '',
    artistName: '',
    imageUrl: '',
    amount: 10_000,
  })

  async function post(http: FastifyInstance, key: string, payload: object) {
    const answer = await http.inject({
      method: 'POST',
      url: '/api/v1/songs/order-song',
      headers: { 'idempotency-key': key },
      payload,
    })
    return { status: answer.statusCode, data: answer.json<{ data?: unknown }>().data }
  }

  test('of 200 orders at one moment is one payment and one page', async () => {
    const concert = await paidConcert(world)
    const payload = body(concert, await concert.newSong())
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post(world.app.http, 'two hundred', payload)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ data }) => JSON.stringify(data))).size, 1)
    assert.equal((await concert.payments()).length, 1)
  })

  test('of 200 orders in two processes at one moment is one payment and one page', async () => {
    const concert = await paidConcert(world)
    const payload = body(concert, await concert.newSong())
    const other = await secondProcess(world)
    const pagesBefore = (await world.bank.books()).payments.length
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, press) =>
        post((press % 2 === 0 ? world.app : other.app).http, 'both', payload),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ data }) => JSON.stringify(data))).size, 1)
    assert.equal((await concert.payments()).length, 1)
    assert.equal((await world.bank.books()).payments.length, pagesBefore + 1)
    await other.close()
  })

  test('from another phone is the same order: the one that lost the answer lost its cookie too', async () => {
    const concert = await paidConcert(world)
    const song = await concert.newSong()
    const first = await concert.order(10_000, song, 'lost')
    const again = await concert.order(10_000, song, 'lost')
    assert.deepEqual(again.data, first.data)
  })

  test('with another sum, song or concert is a conflict, and nothing is ordered', async () => {
    const concert = await paidConcert(world)
    const other = await paidConcert(world)
    const song = await concert.newSong()
    await concert.order(10_000, song, 'changed')
    for (const [where, amount, what] of [
      [concert, 20_000, song],
      [concert, 10_000, await concert.newSong()],
      [other, 10_000, song],
    ] as const) {
      const { status, failure } = await where.order(amount, what, 'changed')
      assert.deepEqual([status, failure.code], [409, 'IDEMPOTENCY_CONFLICT'])
    }
    assert.equal((await concert.payments()).length, 1)
    assert.equal((await other.payments()).length, 0)
  })

  test('of an order that was refused is free for a better one', async () => {
    const concert = await paidConcert(world)
    const song = await concert.newSong()
    assert.equal((await concert.order(1, song, 'better')).failure.code, 'AMOUNT_TOO_SMALL')
    assert.equal((await concert.order(10_000, song, 'better')).status, 200)
  })
})

describe('the page of an order', () => {
  const again = (orderId: string) => world.call(api.payment.payOrder, { body: { orderId } })

  test('is given again while it can be paid, and not any more once it is', async () => {
    const concert = await paidConcert(world)
    const { id, page } = await concert.ordered()
    assert.equal(pageOf((await again(id)).data), page)
    assert.equal(pageOf((await shown(world, id)).paymentURL), page)
    await world.bank.pay(page, { action: 'pay' })
    await world.settle()
    const { status, failure } = await again(id)
    assert.deepEqual(
      [status, failure.code, failure.message],
      [409, 'ILLEGAL_STEP', 'Этот заказ уже нельзя оплатить'],
    )
    assert.equal((await shown(world, id)).paymentURL, undefined)
  })

  test('of an order that was never made is nowhere', async () => {
    assert.equal((await again(randomUUIDv7())).failure.code, 'NOT_FOUND')
    await world.refused('NOT_FOUND', api.payment.byId, { params: { id: randomUUIDv7() } })
  })
})
