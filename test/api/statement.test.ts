import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { api } from '#contract/index.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import {
  advanceAndSettle,
  checkedNumber,
  paidConcert,
  tipped,
  worldWithAudit,
} from '#test/support/paid-concert.ts'
import type { PaidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'

let world: World
worldWithAudit((opened) => (world = opened))

/** The rows of the CSV: moment, cause, state and the three sums. */
async function rowsOf(concert: PaidConcert): Promise<string[][]> {
  const { data } = await world.call(api.payment.statement, {}, concert.as)
  const rows: string[][] = parse(data, { bom: true, delimiter: ';', fromLine: 2 })
  return rows.map(([at = '', , ...row]) => [at, ...row.slice(0, 5)])
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

test('the rows add up to the balance at every moment, also of a return after its payout', async () => {
  const concert = await paidConcert(world, {
    artist: checkedNumber(world),
  })
  const shown: [at: number, balance: number][] = []
  async function addsUp() {
    const { available, debt, entries } = await concert.balance()
    shown.push([world.now().getTime(), available - debt])
    for (const [at, balance] of shown) {
      const then = entries.filter((entry) => Date.parse(entry.at) <= at)
      assert.equal(sum(then.map(({ amount }) => amount)), balance)
    }
    const net = (await rowsOf(concert)).map((row) => Number(row[5]?.replace(',', '.')) * 100)
    assert.equal(sum(net), available - debt)
    await advanceAndSettle(world, MINUTE_MS)
  }
  const refund = (paymentId: string) =>
    world.ok(api.payment.refund, { body: { paymentId, fromNext: true } }, concert.as)
  await tipped(world, concert.artist.username, 60_000)
  const { id, song } = await concert.paid('sbp', 50_000)
  await concert.played(song)
  await advanceAndSettle(world, 21 * SECOND_MS)
  const paidFor = await rowsOf(concert)
  await addsUp()
  await world.ok(api.payment.payout, {}, concert.as)
  await addsUp()
  await advanceAndSettle(world, MINUTE_MS)
  await addsUp()
  await refund(id)
  await addsUp()
  await tipped(world, concert.artist.username, 50_000)
  await addsUp()
  const rows = await rowsOf(concert)
  assert.deepEqual(rows.slice(-2), paidFor, 'what was credited stays as it was')
  assert.deepEqual(
    rows.slice(0, -2).map((row) => row.slice(1)),
    [
      ['Благодарность', 'зачислено', '500,00', '25,00', '475,00'],
      ['Возврат', 'возвращено слушателю', '-500,00', '-50,00', '-450,00'],
      ['Выплата', 'выплачено', '0,00', '0,00', '-1020,00'],
    ],
  )
  const { entries } = await concert.balance()
  assert.equal(entries.find((entry) => entry.id === id)?.state, 'given_back')
  const tip = entries.find(({ cause }) => cause === 'tip')
  await tipped(world, concert.artist.username, 50_000)
  await refund(tip?.id ?? '')
  assert.deepEqual((await rowsOf(concert))[1]?.slice(1), [
    'Благодарность',
    'возвращается слушателю',
    '500,00',
    '0,00',
    '0,00',
  ])
})
