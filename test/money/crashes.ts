import { sql as raw } from 'kysely'
import { idOf } from '#server/integrations/bank/bank.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Where the process is killed: at a request to the bank, before it is sent or after it is answered, or at the n-th write from now. */
export type ModelCrashPoint =
  | { readonly at: 'question'; readonly when: 'before' | 'after' }
  | { readonly at: 'write'; readonly nth: number }

/** A request to the bank, as it was sent. */
type CrashRequest = { readonly call: string; readonly subject: string | null }

export type Crashes = Awaited<ReturnType<typeof makeCrashes>>

/**
 * Simulates a process that is killed at any point of the money path and restarted: the current visit ends where it was,
 * its transaction is rolled back, its lease stays.
 */
export function crashingBank(real: () => Bank) {
  let armedMoment: 'before' | 'after' | null = null
  let crashed = false
  const asked: CrashRequest[] = []

  function die(when: 'before' | 'after'): void {
    if (armedMoment !== when) return
    armedMoment = null
    crashed = true
    throw new Error(`killed ${when} the bank's answer`)
  }

  function asking<Q extends unknown[], A>(
    call: string,
    put: (...question: Q) => Promise<A>,
  ): (...question: Q) => Promise<A> {
    return async (...question) => {
      die('before')
      asked.push({ call, subject: subjectOf(question[0]) })
      const answer = await put(...question)
      die('after')
      return answer
    }
  }

  const bank: Bank = {
    open: asking('open', (question) => real().open(question)),
    capture: asking('capture', (question) => real().capture(question)),
    refund: asking('refund', (question) => real().refund(question)),
    closeReceipt: asking('closeReceipt', (question) => real().closeReceipt(question)),
    look: asking('look', (id) => real().look(id)),
    find: asking('find', (reference) => real().find(reference)),
    sbpCode: asking('sbpCode', (id) => real().sbpCode(id)),
    holds: true,
    paysOut: true,
    preparePayout: asking('preparePayout', (question) => real().preparePayout(question)),
    pay: asking('pay', (id) => real().pay(id)),
    lookAtPayout: asking('lookAtPayout', (id) => real().lookAtPayout(id)),
    payoutBanks: () => real().payoutBanks(),
    registry: asking('registry', (day) => real().registry(day)),
    readNotice: (body) => real().readNotice(body),
    acknowledgement: 'OK',
  }
  return {
    bank,
    asked,
    arm: (when: 'before' | 'after' | null) => {
      armedMoment = when
    },
    crashed: () => crashed,
    forget: () => {
      crashed = false
      asked.length = 0
    },
  }
}

/** The bank's id of the payment, or ours while the bank has none for it yet. */
function subjectOf(question: unknown): string | null {
  if (typeof question !== 'object' || question === null) return null
  if ('bankPaymentId' in question) return String(question.bankPaymentId)
  return 'reference' in question ? idOf(String(question.reference)) : null
}

const WRITTEN = [
  'payments',
  'bank_operations',
  'bank_notices',
  'payouts',
  'payout_plans',
  'ledger_transactions',
  'ledger_lines',
  'orders',
  'queue_entries',
  'idempotency_keys',
  'registry_days',
  'registry_lines',
]

/** Sets the triggers; a restore makes the tables anew, without them. */
async function watchWrites(sql: Sql): Promise<void> {
  await raw`create or replace function test_dies() returns trigger language plpgsql as $$
    begin
      if nextval('test_writes_left') = 0 then raise exception 'killed at a write'; end if;
      return new;
    end $$`.execute(sql)
  for (const table of WRITTEN)
    await raw`create trigger test_dies before insert or update on ${raw.table(table)}
      for each row execute function test_dies()`.execute(sql)
}

/** Makes the n-th write to our money tables fail; a sequence counts the writes, because a rollback does not undo its count. */
export async function makeCrashes(sql: Sql, crashing: ReturnType<typeof crashingBank>) {
  await raw`create sequence test_writes_left increment -1 minvalue -1000000000 maxvalue 1000000000 start 1`.execute(
    sql,
  )
  await watchWrites(sql)
  let armed = false

  async function writesLeft(): Promise<number> {
    const { rows } = await raw<{ left: number }>`
      select last_value as left from test_writes_left`.execute(sql)
    return rows[0]?.left ?? 0
  }

  const setLeft = (left: number) => raw`select setval('test_writes_left', ${left})`.execute(sql)

  await setLeft(0)
  return {
    asked: crashing.asked,
    /** After a restore. */
    again: () => watchWrites(sql),
    async arm(point: ModelCrashPoint): Promise<void> {
      if (point.at === 'question') return crashing.arm(point.when)
      armed = true
      await setLeft(point.nth)
    },
    /** Whether a kill has happened since `forget`. */
    crashed: async () => crashing.crashed() || (armed && (await writesLeft()) <= 0),
    /** Clears the kills that have happened; one that still waits for its point stays armed. */
    async forget(): Promise<void> {
      crashing.forget()
      if (armed && (await writesLeft()) <= 0) armed = false
    },
    async disarm(): Promise<void> {
      crashing.arm(null)
      crashing.forget()
      if (armed) await setLeft(0)
      armed = false
    },
  }
}
