import { sql as raw } from 'kysely'
import type { Database, Sql } from '../db/open.ts'
import { StartRefused } from './start-checks.ts'

const PLAY_MONEY = 'play_money'

/** In the transaction in which a payment is begun at a terminal for tests. */
export async function markPlayMoney(sql: Sql, at: Date): Promise<void> {
  await raw`insert into money_marks (name, value, at)
    values (${PLAY_MONEY}, '', ${at}::timestamptz) on conflict do nothing`.execute(sql)
}

/** Whether somebody paid for what was begun before the mark: a terminal for tests must not pay such money out. */
export async function mayHoldRealMoney(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ real: boolean }>`
    select exists (select from payments where secured_at is not null and created_at < coalesce(
      (select at from money_marks where name = ${PLAY_MONEY}), 'infinity')) as real`.execute(sql)
  return rows[0]?.real ?? false
}

/**
 * Money of the demo bank or of a test terminal is in the books like any other: with real keys it would be paid out.
 * Payments from before the mark was kept are play money where test keys follow them and no day of a registry does.
 * @throws StartRefused where real keys follow either.
 */
export async function checkPlayMoney(
  { sql }: Database,
  bank: { kind: 'tbank'; forTests: boolean } | { kind: 'sandbox' | 'none' },
): Promise<void> {
  if (bank.kind !== 'tbank') return
  const { rows } = await raw<{ played: boolean; unknown: boolean }>`
    select exists (select from sandbox_documents where kind = 'payment')
        or exists (select from money_marks where name = ${PLAY_MONEY}) as played,
      exists (select from payments where secured_at is not null)
        and not exists (select from registry_days) as unknown`.execute(sql)
  if (bank.forTests) {
    if (rows[0]?.unknown === true) await markPlayMoney(sql, new Date())
    return
  }
  if (rows[0]?.played !== true) return
  throw new StartRefused(
    'В этой базе платили через демо-банк или тестовый терминал (…DEMO), и с ключами настоящего банка эти деньги ушли бы музыкантам: для настоящей работы возьмите пустую базу (другой DATA_DIR или DATABASE_URL). Если тестовые ключи попали сюда по ошибке, что делать, сказано в docs/operations.md.',
  )
}
