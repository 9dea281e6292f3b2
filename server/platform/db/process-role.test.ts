import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import { migratedPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { openPostgres } from './open.ts'
import { grantToProcesses, migrateAsOwner } from './process-role.ts'

const DENIED = '42501'
/** The tables that only grow, and a column of each. */
const COLUMNS = { ledger_transactions: 'key', ledger_lines: 'account', deeds: 'id' }
const ONLY_GROW = Object.keys(COLUMNS)

describe('a role of the processes apart from the owner', { skip: SERVER_URL === undefined }, () => {
  const name = `bisapp_${randomUUID().replaceAll('-', '')}`
  let own: Awaited<ReturnType<typeof migratedPostgres>>
  let url: string
  let process: Database
  let owner: Database

  before(async () => {
    own = await migratedPostgres(SERVER_URL ?? '')
    const named = new URL(own.url)
    named.username = name
    named.password = "p'w"
    url = named.href
    assert.deepEqual(await migrateAsOwner({ ownerUrl: own.url, url }), [])
    process = await openPostgres(url, 2)
    owner = await openPostgres(own.url, 1)
  })
  after(async () => {
    await process.close()
    await owner.script(`drop owned by "${name}"; drop role "${name}"`)
    await owner.close()
    await own.drop()
  })

  const denied = (statement: string) =>
    assert.rejects(process.script(statement), { code: DENIED }, statement)

  test('changes no row of what only grows, and reads and adds them', async () => {
    for (const [table, column] of Object.entries(COLUMNS)) {
      await denied(`delete from ${table}`)
      await denied(`update ${table} set ${column} = ${column}`)
      await denied(`truncate ${table} cascade`)
      await process.script(
        `select from ${table}; insert into ${table} overriding system value select * from ${table}`,
      )
    }
  })

  test('takes no guard away', async () => {
    for (const table of ONLY_GROW) {
      await denied(`alter table ${table} disable trigger user`)
      await denied(`drop table ${table} cascade`)
      await denied(`delete from ${table}`)
    }
    await denied('drop trigger ledger_lines_stay on ledger_lines')
    await denied('drop function ledger_refuses_change() cascade')
    await denied(
      `create or replace function ledger_refuses_change() returns trigger language plpgsql
        as $$ begin return null; end $$`,
    )
    await denied('set session_replication_role = replica')
    await denied('create table of_a_stranger (id integer)')
    await denied(`insert into migrations (name) values ('9999-never.sql')`)
  })

  test('every table of ours can be read, and every other one changed', async () => {
    const { rows } = await raw<{ table: string; rights: string }>`
      select table_name as table, string_agg(privilege_type, ' ' order by privilege_type) as rights
      from information_schema.role_table_grants where grantee = ${name} group by 1`.execute(
      owner.sql,
    )
    const { rows: all } = await raw<{ table: string }>`
      select relname as table from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(owner.sql)
    assert.deepEqual(
      rows.map(({ table }) => table).toSorted(),
      all.map(({ table }) => table).toSorted(),
    )
    const lesser = rows.filter(({ rights }) => rights !== 'DELETE INSERT SELECT UPDATE')
    assert.deepEqual(
      lesser.map(({ table, rights }) => `${table} ${rights}`).toSorted(),
      [...ONLY_GROW.map((table) => `${table} INSERT SELECT`), 'migrations SELECT'].toSorted(),
    )
  })

  test('starts on tables that are ready, and is told who makes those of a newer version', async () => {
    assert.deepEqual(await migrate(process), [])
    await owner.script(`delete from migrations where name = '0002-money.sql'`)
    await assert.rejects(migrate(process), { code: DENIED })
  })

  test('is refused where it has the owner’s rights, or is not there and nobody may create it', async () => {
    await owner.script(
      `create role "${name}_super" superuser; create role "${name}_plain" login password 'p''w'`,
    )
    const as = (role: string) => Object.assign(new URL(url), { username: role }).href
    await assert.rejects(grantToProcesses(owner, as(`${name}_super`)), /права владельца таблиц/u)
    const plain = await openPostgres(as(`${name}_plain`), 1)
    await assert.rejects(grantToProcesses(plain, as('nobody_here')), /нет роли «nobody_here»/u)
    await plain.close()
    await owner.script(`drop role "${name}_super"; drop role "${name}_plain"`)
  })
})
