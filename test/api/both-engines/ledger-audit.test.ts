import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { auditLedger } from '#server/modules/ledger/ledger.store.ts'
import { withdraw } from '#server/modules/payouts/payouts.service.ts'
import { reviewMoney } from '#server/modules/reconciliation/manual-review.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import {
  advanceAndSettle,
  assertSound,
  checkedNumber,
  paidConcert,
  tipped,
} from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

describe('the audit', () => {
  let own: World
  before(async () => {
    own = await makeWorld()
    const concert = await paidConcert(own, {
      artist: checkedNumber(own),
    })
    const played = await concert.paid('sbp', 10_000)
    await concert.paid('sbp', 20_000)
    await concert.paid('card', 30_000)
    await concert.played(played.song)
    await advanceAndSettle(own, 21 * SECOND_MS)
    await tipped(own, concert.artist.username, 40_000)
    await own.bank.faults.set({ kind: 'slow_payout' })
    await withdraw(own.app.ctx, concert.artist.id, null)
    await own.bank.faults.set({ kind: 'stuck_refund' })
    const back = await concert.paid('sbp', 50_000)
    await concert.skip(back.song)
    await advanceAndSettle(own, MINUTE_MS)
  })
  after(() => own.close())

  test('finds nothing in books that are in order', () => assertSound(own))

  const FAR = 'for this test alone'

  /** What the audit reports after a change made directly in the database. The change is rolled back. */
  async function findingsAfter(planted: (sql: Sql) => Promise<unknown>): Promise<string[]> {
    let findings: string[] = []
    await assert.rejects(
      own.sql.transaction().execute(async (sql) => {
        await raw`set local session_replication_role = replica`.execute(sql)
        await planted(sql)
        findings = (await auditLedger(sql)).map(({ about, what }) => `${about} ${what}`)
        throw new Error(FAR)
      }),
      { message: FAR },
    )
    return findings
  }

  const found = (findings: readonly string[], what: RegExp) =>
    assert.ok(
      findings.some((sentence) => what.test(sentence)),
      findings.join('\n'),
    )

  test('a sum that was changed', async () => {
    const findings = await findingsAfter((sql) =>
      raw`update ledger_lines set amount = amount + 1 where id = (
        select min(id) from ledger_lines where account = 'acq_receivable')`.execute(sql),
    )
    found(findings, /^transaction charged:.* does not balance$/u)
    found(findings, /^layer posted does not sum to zero$/u)
  })

  test('a line that was taken away, and one that was added', async () => {
    found(
      await findingsAfter((sql) =>
        raw`delete from ledger_lines where id = (select min(id) from ledger_lines)`.execute(sql),
      ),
      /has other lines than it promised$/u,
    )
    found(
      await findingsAfter((sql) =>
        raw`insert into ledger_lines (transaction_id, layer, account, kind, amount)
          select transaction_id, layer, account, kind, amount from ledger_lines
          where id = (select min(id) from ledger_lines)`.execute(sql),
      ),
      /has other lines than it promised$/u,
    )
  })

  test('money that was moved from one artist to another, although everything sums to zero', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update ledger_lines set account = 'artist_payable:' || ${randomUUID()}::text
          where account like 'artist_payable:%' and amount < 0`.execute(sql),
      ),
      /^account artist_payable:.* is kept at another sum than its lines$/u,
    )
  })

  test('a balance that was changed beside its lines', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update ledger_balances set amount = amount + 100
          where account like 'payout_in_flight:%' and amount > 0`.execute(sql),
      ),
      /^account payout_in_flight:.* is kept at another sum than its lines$/u,
    )
  })

  test('a debt below zero', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update ledger_lines set amount = -amount where id = (
          select min(id) from ledger_lines where account like 'escrow:%')`.execute(sql),
      ),
      /^account escrow:.* owes less than nothing$/u,
    )
  })

  test('a payment that says that it is earned while its money lies in escrow', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update payments set state = 'released' where state = 'secured'`.execute(sql),
      ),
      /^payment .* holds another sum in escrow than its state says$/u,
    )
  })

  test('a payment of another sum than its money', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update payments set amount = amount + 100 where state = 'secured'`.execute(sql),
      ),
      /^payment .* holds another sum in escrow than its state says$/u,
    )
  })

  test('a refund that says that it arrived while it is owed', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update payments set state = 'returned' where state = 'returning'`.execute(sql),
      ),
      /^payment .* is owed back another sum than its state says$/u,
    )
  })

  test('a payout that says that it arrived while it is under way', async () => {
    found(
      await findingsAfter((sql) =>
        raw`update payouts set state = 'completed' where state = 'sent'`.execute(sql),
      ),
      /^payout .* has another sum in flight than its state says$/u,
    )
  })

  test('a payment that was both earned and given back', async () => {
    found(
      await findingsAfter((sql) =>
        raw`insert into ledger_transactions (id, key, layer, cause, lines, payment_id, at)
          select ${randomUUID()}::uuid, ${randomUUID()}, 'posted', 'refunded', 2, payment_id, at
          from ledger_transactions where cause = 'released'`.execute(sql),
      ),
      /^payment .* was both earned and given back$/u,
    )
  })

  test('is told to a person once for each fault, and remembered for the page of admins', async () => {
    const broken = await makeWorld()
    try {
      const concert = await paidConcert(broken)
      await concert.paid('sbp', 10_000)
      await broken.sql.transaction().execute(async (sql) => {
        await raw`set local session_replication_role = replica`.execute(sql)
        await raw`update ledger_lines set amount = amount + 1 where amount > 0`.execute(sql)
      })
      const first = await auditOf(broken)
      assert.ok(first.length > 0)
      assert.equal((await auditOf(broken)).length, first.length)
      const questions = await broken.sql
        .selectFrom('moneyQuestions')
        .select('what')
        .where('subject', '=', 'ledger')
        .execute()
      assert.equal(questions.length, first.length)
      const { audit } = await reviewMoney(broken.app.ctx)
      assert.equal(audit?.words, `${first.length}`)
    } finally {
      await broken.close()
    }
  })
})
