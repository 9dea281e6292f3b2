import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { SECOND_MS } from '#domain/time.ts'
import { liveThanks } from '#server/modules/thanks/thanks.service.ts'
import { pageOf, paidConcert, tipped, worldWithAudit } from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import { knownPhone } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

type Given = { name?: string; withSum?: boolean; amount?: number; cookie?: string | undefined }

/** Pays a tip; without a name none is shown. */
const tip = (
  { artist }: PaidConcert,
  { name, withSum = false, amount = 20_000, cookie }: Given,
) => {
  const shown = name === undefined ? {} : { shown: { name, withSum } }
  // The newest is first.
  world.advance(SECOND_MS)
  return tipped(world, artist.username, amount, '', { cookie, ...shown })
}

const live = async ({ sessionId }: PaidConcert) =>
  (await liveThanks(world.app.ctx, [sessionId])).get(sessionId)

const board = async (show: PaidConcert) =>
  (await live(show))?.board?.map(({ name, amount }) => [name, amount])

const newest = async ({ sessionId, as }: PaidConcert) =>
  (await world.ok(api.artist.evening, { query: { sessionId } }, as)).tips?.newest ?? []

test('the board of an evening names who agreed, and sums where they agreed to those', async () => {
  const show = await paidConcert(world)
  await tip(show, {})
  assert.equal(await board(show), undefined)
  await tip(show, { name: ' Аня ' })
  const [told] = (await live(show))?.thanks ?? []
  assert.deepEqual([told?.text, told?.tip], ['Аня: спасибо за поддержку!', { name: 'Аня' }])
  await tip(show, { name: 'Марк', withSum: true, amount: 50_000 })
  assert.deepEqual((await live(show))?.thanks?.[0]?.tip, { name: 'Марк', amount: 50_000 })
  assert.deepEqual(await board(show), [
    ['Марк', 50_000],
    ['Аня', undefined],
  ])
  assert.deepEqual(
    (await newest(show)).map(({ name }) => name),
    ['Марк', 'Аня', ''],
  )
})

test('who gives twice stands there once, with both sums', async () => {
  const show = await paidConcert(world)
  const { cookie } = await knownPhone(world)
  for (const amount of [20_000, 30_000])
    await tip(show, { name: 'Аня', withSum: true, amount, cookie })
  assert.deepEqual(await board(show), [['Аня', 50_000]])
  await tip(show, { name: 'Аня', cookie })
  assert.deepEqual(await board(show), [['Аня', undefined]])
})

test('a name that the word filter holds back is shown nowhere', async () => {
  const show = await paidConcert(world)
  await tip(show, { name: 'нахуй', withSum: true })
  await tip(show, { name: 'звоните 8 900 123-45-67' })
  assert.equal(await board(show), undefined)
  assert.deepEqual(
    (await live(show))?.thanks?.map(({ text, tip: of }) => [text, of?.name]),
    [
      ['Спасибо за поддержку!', ''],
      ['Спасибо за поддержку!', ''],
    ],
  )
})

test('a name that is held back is opened by the artist, for himself and the hall', async () => {
  const show = await paidConcert(world)
  await tip(show, { name: 'звоните 8 900 123-45-67', withSum: true })
  const [given] = await newest(show)
  assert.deepEqual([given?.name, given?.held], ['', true])
  const { sessionId } = show
  const body = { sessionId, tipId: given?.id ?? '' }
  const other = await paidConcert(world)
  await world.refused('NOT_YOURS', api.artist.openTipName, { body }, other.as)
  const elsewhere = { ...body, sessionId: other.sessionId }
  await world.refused('NOT_FOUND', api.artist.openTipName, { body: elsewhere }, other.as)
  for (const _ of [1, 2]) await world.ok(api.artist.openTipName, { body }, show.as)
  const [opened] = await newest(show)
  assert.deepEqual([opened?.name, opened?.held], ['звоните 8 900 123-45-67', undefined])
  assert.deepEqual(await board(show), [['звоните 8 900 123-45-67', 20_000]])
  assert.equal((await live(show))?.thanks?.[0]?.tip?.name, 'звоните 8 900 123-45-67')
  // A name that nobody holds back is not opened, nor one that an operator hid.
  await tip(show, { name: 'Аня' })
  const plain = { sessionId, tipId: (await newest(show))[0]?.id ?? '' }
  await world.refused('NOT_FOUND', api.artist.openTipName, { body: plain }, show.as)
  await world.sql
    .updateTable('tipNames')
    .set({ hiddenAt: world.now(), openedAt: null })
    .where('paymentId', '=', body.tipId)
    .execute()
  assert.equal((await newest(show))[1]?.held, undefined)
  await world.refused('NOT_FOUND', api.artist.openTipName, { body }, show.as)
})

test('nobody is named where the artist shows nothing that listeners write', async () => {
  const show = await paidConcert(world)
  await tip(show, { name: 'Аня' })
  const body = { sessionId: show.sessionId, rules: { words: 'off' } }
  await world.ok(api.artist.changeRules, { body }, show.as)
  assert.equal(await board(show), undefined)
})

test('what was given back is on the board no more', async () => {
  const show = await paidConcert(world)
  await tip(show, { name: 'Аня' })
  const [last] = await newest(show)
  await world.ok(api.payment.refund, { body: { paymentId: last?.id, word: '' } }, show.as)
  assert.equal(await board(show), undefined)
})

test('the name of a muted listener is not taken, and one given before is not shown', async () => {
  const show = await paidConcert(world)
  const { id, by } = await show.ordered()
  const { cookie } = by
  await world.bank.pay(pageOf(await pageOfOrder(id)), { method: 'card', action: 'pay' })
  await world.settle()
  await tip(show, { name: 'Аня', cookie })
  assert.deepEqual(await board(show), [['Аня', undefined]])
  const { sessionId, as } = show
  const [entry] = await show.queue()
  const asks = await world.ok(api.artist.asks, { query: { sessionId, entryId: entry?.id } }, as)
  const body = { sessionId, askId: asks[0]?.id, muted: true }
  await world.ok(api.artist.muteListener, { body }, as)
  assert.equal(await board(show), undefined)
  await tip(show, { name: 'Снова Аня', cookie })
  assert.equal(await board(show), undefined)
})

const pageOfOrder = (orderId: string) => world.ok(api.payment.payOrder, { body: { orderId } })

test('a ticked name is written, and not too long', async () => {
  const { artist } = await paidConcert(world)
  for (const name of ['  ', 'а'.repeat(41)]) {
    const shown = { name, withSum: false }
    const body = { artistUsername: artist.username, amount: 20_000, shown }
    const { fields } = await world.refused('VALIDATION', api.payment.donate, { body })
    assert.deepEqual(Object.keys(fields ?? {}), ['name'])
  }
})

const WHY = { reason: 'other', words: 'по жалобе' } as const

test('a name on the board is complained of, and hidden and restored by an operator', async () => {
  const show = await paidConcert(world)
  const { sessionId, artist } = show
  const admin = await world.artist({ role: 'ADMIN' })
  await tip(show, { name: 'Олег' })
  await tip(show, { name: 'Олег' })
  const entryId = (await live(show))?.board?.[0]?.id ?? ''
  const texts = { reason: 'identity' as const, words: '', email: '' }
  const about = { username: artist.username, sessionId, entryId, ...texts }
  await world.ok(api.complaints.send, { body: about })
  const complaint = async () =>
    (await world.ok(api.admin.complaints, { query: {} }, admin)).complaints.find(
      (one) => one.entryId === entryId,
    )
  assert.match((await complaint())?.about ?? '', /: благодарность$/u)
  assert.deepEqual((await complaint())?.written, ['Олег'])
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hideText, { body: { sessionId, entryId, hidden, ...WHY } }, admin)
  await hide(true)
  assert.equal(await board(show), undefined)
  assert.equal((await complaint())?.hidden, true)
  await world.refused('NOT_FOUND', api.complaints.send, { body: about })
  await hide(false)
  assert.equal((await board(show))?.length, 2)
})
