import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONCERT_STATUSES } from '#domain/concerts/concert.ts'
import { PAYMENT_KINDS, PAYMENT_REASONS, PAYMENT_STATES } from '#domain/payments/payment.ts'
import type { LeavingTo } from './payment-links.ts'
import { cancelHref, paymentLinks } from './payment-links.ts'

const SONG: LeavingTo = {
  kind: 'song',
  state: 'secured',
  amount: 15000,
  songId: '019a0000-0000-7000-8000-000000000003',
  artistUsername: 'mark-luzhin',
  sessionId: '019a0000-0000-7000-8000-000000000002',
}
const TIP: LeavingTo = {
  kind: 'tip',
  state: 'released',
  amount: 50000,
  artistUsername: 'mark-luzhin',
}

test('there is a way on from every payment', () => {
  for (const kind of PAYMENT_KINDS)
    for (const state of PAYMENT_STATES)
      for (const reason of [undefined, ...PAYMENT_REASONS])
        for (const concert of [null, ...CONCERT_STATUSES]) {
          const { first, second } = paymentLinks(
            { ...SONG, kind, state, ...(reason && { reason }) },
            concert,
          )
          for (const way of [first, ...(second ? [second] : [])]) {
            assert.match(way.label, /^[А-Я]/)
            assert.match(way.href, /^\/(user|artist)\//)
          }
          assert.notEqual(first.href, second?.href)
        }
})

test('a song leads back into its concert while that goes on, and to its page before', () => {
  assert.equal(paymentLinks(SONG, 'NOW').first.href, '/user/mark-luzhin?tab=order')
  assert.equal(paymentLinks(SONG, 'SCHEDULED').first.href, `/user/mark-luzhin/${SONG.sessionId}`)
  assert.equal(paymentLinks(SONG, 'PLAYED').first.href, '/user/mark-luzhin')
  assert.equal(paymentLinks(SONG, 'NOW').second, null)
  assert.equal(paymentLinks(SONG, 'SCHEDULED').second?.label, 'Заказать ещё')
})

test('an unpaid order is taken off where its listener has it: at its concert, before it at its songs', () => {
  const order = { ...SONG, id: 'o' }
  assert.equal(cancelHref(order, 'NOW'), '/user/mark-luzhin?tab=order&cancel=o')
  assert.equal(cancelHref(order, 'SCHEDULED'), `/user/mark-luzhin/${SONG.sessionId}/songs?cancel=o`)
  assert.equal(cancelHref(order, null), '/user/mark-luzhin?tab=order&cancel=o')
})

test('what would be refused again leads back to the concert', () => {
  for (const reason of ['last_call', 'song_refused'] as const) {
    const called: LeavingTo = { ...SONG, state: 'canceled', reason }
    assert.deepEqual(paymentLinks(called, 'NOW'), {
      first: { label: 'Вернуться к концерту', href: '/user/mark-luzhin?tab=order' },
      second: null,
    })
  }
})

test('a share or a vote that was not paid leads back to the concert, and to no order of its whole song', () => {
  for (const part of [{ share: true }, { vote: true }] as const)
    for (const state of ['failed', 'expired', 'canceled'] as const)
      assert.deepEqual(paymentLinks({ ...SONG, ...part, state }, 'NOW'), {
        first: { label: 'Вернуться к концерту', href: '/user/mark-luzhin?tab=order' },
        second: null,
      })
})

test('what was not paid can be tried again, unless the concert is over', () => {
  const failed: LeavingTo = { ...SONG, state: 'failed', reason: 'declined' }
  const sheet = `song=${SONG.songId}&sum=150`
  assert.deepEqual(paymentLinks(failed, 'NOW').first, {
    label: 'Попробовать ещё раз',
    href: `/user/mark-luzhin?tab=order&${sheet}`,
  })
  assert.equal(
    paymentLinks(failed, 'SCHEDULED').first.href,
    `/user/mark-luzhin/${SONG.sessionId}/songs?${sheet}`,
  )
  assert.equal(paymentLinks(failed, 'PLAYED').first.label, 'На страницу музыканта')
  for (const reason of ['concert_over', 'concert_deleted'] as const)
    assert.equal(
      paymentLinks({ ...SONG, state: 'canceled', reason }, 'NOW').first.label,
      'На страницу музыканта',
    )
  const lost: LeavingTo = { ...SONG, state: 'failed', reason: 'hold_lost' }
  assert.equal(paymentLinks(lost, 'NOW').first.label, 'Вернуться к концерту')
  assert.equal(
    paymentLinks({ ...TIP, state: 'failed' }, null).first.href,
    '/user/mark-luzhin?tab=profile&thanks=1&again=1&amount=500',
  )
})

test('the check of a number leads back to the settings', () => {
  const check: LeavingTo = { ...TIP, kind: 'check' }
  assert.equal(paymentLinks(check, null).first.href, '/artist/account-settings')
})
