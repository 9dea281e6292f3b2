import { sql as raw } from 'kysely'
import type { Sql } from '#server/platform/db/open.ts'

/** Values that differ from run to run and mean the same: ids, tokens, hashes, generated names. */
const NAMELESS: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gu, '#'],
  [/\b[\da-f]{32}\b/gu, '#'],
  [/[\w$+/=,-]{40,}/gu, '#'],
  [/artist-[\da-f]{8}/gu, 'artist-#'],
  [/novichok\d+/gu, 'novichok#'],
  [/"word":"[\da-f]{4,12}"/gu, '"word":"#"'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '@'],
]

/** Columns that do not affect the outcome: numbers of tries, due times, values derived from generated names. */
const OF_TRIES: Readonly<Record<string, RegExp>> = {
  payments: /^(?:attempt|link|.*look.*|.*tries|due.*|leased.*|bankPaymentId|expiresAt)$/u,
  payouts: /^(?:.*look.*|.*tries|due.*|leased.*|bankPayoutId)$/u,
  bank_operations: /^(?:tries|refusals|answer)$/u,
  photos: /^bytes$/u,
  songs: /^songKey$/u,
  webhook_events: /^seq$/u,
}

/** Rows that an action without effect may leave: a counted try, a given consent, a file in upload or removal that will be swept. */
const MAY_STAY =
  /^.\d+ (?:login_tries|bank_notices|consents|email_codes \{.*"asked for: |photos \{.*"(?:LOADING|REMOVED)")/u

/** The bank's own table, whose contents are requested from the bank, and what a timer counts later. */
const OF_OTHERS = /^(?:sandbox_|concert_networks$|concert_tap_times$)/u

/** A cache: most rows were read before, and the patterns take a quarter of the run. */
const seen = new Map<string, string>()

function plain(text: string): string {
  const known =
    seen.get(text) ??
    NAMELESS.reduce((told, [pattern, word]) => told.replaceAll(pattern, word), text)
  seen.set(text, known)
  return known
}

/** Columns with what each run makes anew. */
const MADE_ANEW: ReadonlySet<string> = new Set(['credentialId'])

function rowText(table: string, row: Record<string, unknown>): string {
  const kept = Object.entries(row).filter(
    ([name, value]) =>
      !(typeof value === 'number' && /(?:^i|I)d$/u.test(name)) &&
      OF_TRIES[table]?.test(name) !== true,
  )
  const told = kept.map(([name, value]) => [
    name,
    value instanceof Uint8Array || MADE_ANEW.has(name) ? '#' : value,
  ])
  return plain(`${table} ${JSON.stringify(Object.fromEntries(told))}`)
}

/** The texts of a table's rows by what names a version of a row: its place and its transaction. */
type RowTexts = ReadonlyMap<string, string | null>

/** Reads only the rows that were written since `before`: reading them all is a third of the run. */
async function rowsOf(sql: Sql, table: string, before: RowTexts): Promise<RowTexts> {
  const version = raw<string>`ctid::text || ' ' || xmin::text`
  const all = await raw<{ name: string }>`
    select ${version} as name from ${raw.table(table)}`.execute(sql)
  const names = all.rows.map(({ name }) => name)
  const written = names.filter((name) => !before.has(name)).map((name) => name.split(' ')[0] ?? '')
  const { rows } = await raw<Record<string, unknown> & { rowVersion: string }>`
    select ${version} as row_version, * from ${raw.table(table)}
    where ctid = any(${written}::tid[])`.execute(sql)
  const texts = new Map(
    rows.map(({ rowVersion, ...row }) => {
      const isShared = table === 'ledger_balances' && !String(row['account']).includes(':')
      return [rowVersion, isShared ? null : rowText(table, row)] as const
    }),
  )
  return new Map(names.map((name) => [name, before.get(name) ?? texts.get(name) ?? null]))
}

/** Returns for each table a text that differs as soon as a row was added, changed or removed. */
async function versionsOf(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const tables = await raw<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(sql)
  // Each write gives its rows the number of its transaction; a row that is gone is missing in the count.
  const versions = await raw<{ name: string; version: string }>`${raw.join(
    tables.rows
      .filter(({ name }) => !OF_OTHERS.test(name))
      .map(
        ({ name }) => raw`select ${name}::text as name,
          count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as version from ${raw.table(name)}`,
      ),
    raw` union all `,
  )}`.execute(sql)
  return new Map(versions.rows.map(({ name, version }) => [name, version]))
}

type TableRows = { version: string; rows: RowTexts }
/** A cache: the rows of each table of a database, by its name. */
const known = new WeakMap<Sql, Map<string, TableRows>>()

/**
 * Returns every row of every table as a text without ids and times, with the number of its occurrences. The balances of
 * shared accounts are left out, since their ledger lines are there.
 */
export async function contentsOf(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const tables = known.get(sql) ?? new Map<string, TableRows>()
  known.set(sql, tables)
  const counts = new Map<string, number>()
  for (const [name, version] of await versionsOf(sql)) {
    const cached = tables.get(name)
    const rows =
      cached?.version === version ? cached.rows : await rowsOf(sql, name, cached?.rows ?? new Map())
    tables.set(name, { version, rows })
    for (const text of rows.values())
      if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

/** Returns the rows added and removed, line by line. */
export function changesBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .flatMap((row) => {
      const more = (after.get(row) ?? 0) - (before.get(row) ?? 0)
      return more === 0 ? [] : [`${more > 0 ? '+' : '−'}${Math.abs(more)} ${row}`]
    })
    .filter((change) => !MAY_STAY.test(change))
    .toSorted()
}
