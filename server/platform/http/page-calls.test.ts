import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { makePageCache } from './page-cache.ts'
import { makeSharedAnswers } from './page-calls.ts'
import type { WireAnswer } from './page-calls.ts'

const INFO = `${pathOf(api.page.getInfo)}?artistUsername=Lada`
const TAGS = ['artist:lada']

/** A server that counts its requests, and answers as configured. */
function asked({ status = 200, cookie = '' } = {}) {
  const app = Fastify()
  const hearing = { all: true }
  let times = 0
  app.get('/*', (_, reply) => {
    times += 1
    if (cookie !== '') void reply.header('set-cookie', cookie)
    return reply.code(status).send({ data: { times, names: ['Лада'] } })
  })
  const cache = makePageCache<WireAnswer>({ maxBytes: 10_000, now: () => 0 })
  const answers = makeSharedAnswers(app, { cache, busIsHealthy: () => hearing.all })
  const find = (url = INFO, more: { method?: string; headers?: Record<string, string> } = {}) =>
    answers.find({ method: 'GET', url, headers: {}, ...more }, TAGS)
  return { find, cache, hearing, times: () => times }
}

describe('answers that pages have in common', () => {
  it('are asked for once, until something of the page changed', async () => {
    const { find, cache, times } = asked()
    const both = await Promise.all([find(), find()])
    assert.equal(both[0], both[1])
    assert.equal(times(), 1)
    cache.drop(TAGS)
    assert.deepEqual((await find())?.body, { data: { times: 2, names: ['Лада'] } })
  })

  it('cannot be changed by a page', async () => {
    const { find } = asked()
    const body = (await find())?.body as { data: { names: string[] } }
    assert.throws(() => body.data.names.push('Мимо'), TypeError)
  })

  it('are none of a call that knows who asks, or that changes something', async () => {
    const { find, times } = asked()
    assert.equal(await find(INFO, { headers: { authorization: 'Bearer x' } }), null)
    assert.equal(await find(INFO, { method: 'POST' }), null)
    assert.equal(await find(`${pathOf(api.songs.myOrders)}?sessionId=x`), null)
    assert.equal(times(), 0)
  })

  it('are not given out while a change may go unheard', async () => {
    const { find, hearing } = asked()
    await find()
    hearing.all = false
    assert.equal(await find(), null)
  })

  it('that failed or bring a cookie are handed to nobody, and «not found» is not kept', async () => {
    for (const status of [500, 503, 429]) assert.equal(await asked({ status }).find(), null)
    assert.equal(await asked({ cookie: 'a=b' }).find(), null)
    const lost = asked({ status: 404 })
    assert.equal((await lost.find())?.status, 404)
    await lost.find()
    assert.equal(lost.times(), 2)
  })
})
