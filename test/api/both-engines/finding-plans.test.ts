import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Kysely, KyselyPlugin } from 'kysely'
import { api } from '#contract/index.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'
import { questionsOf } from '../../../bench/concert-questions.ts'
import type { ConcertQuestion } from '../../../bench/concert-questions.ts'
import { fillConcertWorld } from '../../../bench/concert-world.ts'
import { ownDatabase } from '#test/support/database/database.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** Half of the artists play the first song, so it is a song of many; this turn asks for it, and for a town of half a million. */
const SIZE = { artists: 1500, songs: 300, lines: 30_000, concerts: 4000, ahead: 1000 }
const TURN = 173
/** The tables that grow with the country. */
const BIG = ['artists', 'concerts', 'queue_entries', 'repertoire', 'songs']

/**
 * Plan types that read a whole table, the cheapest while it is small. When disabled, they are still chosen where no
 * index helps, and then the row counts show it.
 */
const WHOLE = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
}
type Scan = { readonly table: string; readonly by: string; readonly rows: number; text: string }

let world: World
let own: Database
let sql: Sql
let asked: CompiledQuery[] = []

/** Records every statement as the server sends it. */
function watched(database: Kysely<Schema>): Sql {
  const spy: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return database.withPlugin(spy)
}

before(async () => {
  ;({ asOwner: own } = await ownDatabase())
  sql = own.sql
  world = await makeWorld({ database: { ...own, sql: watched(sql) } })
  await fillConcertWorld(sql, SIZE, world.now())
})
after(async () => {
  await world.close()
  await own.close()
})

function found({ endpoint }: ConcertQuestion, body: object): Promise<{ id: string }[]> {
  return world.ok(endpoint, { body }) as Promise<{ id: string }[]>
}

/** Every scan of a big table that the answer takes. */
async function scansOf(question: ConcertQuestion, turn: number): Promise<Scan[]> {
  const body = question.body(turn)
  const first = question.secondPage ? await found(question, body) : []
  asked = []
  await found(question, { ...body, ...(question.secondPage && { cursor: first.at(-1)?.id }) })
  const statements = asked.filter(({ sql: text }) => BIG.some((table) => text.includes(table)))
  assert.ok(statements.length > 0)
  return sql.connection().execute(async (one) => {
    for (const way of WHOLE) await one.executeQuery(CompiledQuery.raw(`set ${way} = off`))
    const scans: Scan[] = []
    for (const statement of statements) {
      const { rows } = await one.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        CompiledQuery.raw(`explain (analyze, timing off, format json) ${statement.sql}`, [
          ...statement.parameters,
        ]),
      )
      for (const row of rows) scans.push(...scansIn(row['QUERY PLAN'][0].Plan, statement.sql))
    }
    for (const way of WHOLE) await one.executeQuery(CompiledQuery.raw(`reset ${way}`))
    return scans
  })
}

function scansIn(node: Node, text: string): Scan[] {
  const below = (node.Plans ?? []).flatMap((plan) => scansIn(plan, text))
  const table = node['Relation Name'] ?? ''
  if (!BIG.includes(table)) return below
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const by = `${node['Node Type']} ${node['Index Name'] ?? ''}`
  return [{ table, by, rows: each * node['Actual Loops'], text }, ...below]
}

describe('a search of concerts reads only what it may show:', () => {
  // The most rows that one statement may touch; the whole tables have 4000, 1500, 30 000, 300 and some 1100.
  const most: Record<string, number> = {
    concerts: 150,
    artists: 200,
    repertoire: 2000,
    songs: 200,
    queue_entries: 800,
  }
  // The rows of the answer, or those scanned for a song of many.
  const all: Record<string, number> = { concerts: SIZE.ahead, artists: SIZE.ahead }
  const mayReadAll = /^map|popular|five songs|recommended: coordinates/u

  const largest = {
    kind: 'the largest town, with years behind it',
    endpoint: api.session.getSessions,
    body: () => ({ city: 'Москва' }),
  }
  for (const question of [largest, ...questionsOf(SIZE, new Date('2026-11-21T18:00:00Z'))])
    test(question.kind, async () => {
      for (const { table, by, rows, text } of await scansOf(question, TURN)) {
        assert.ok(!by.startsWith('Seq Scan'), `${table} is read as a whole by ${text}`)
        const bound = (mayReadAll.test(question.kind) ? all[table] : undefined) ?? most[table] ?? 0
        assert.ok(rows <= bound, `${rows} rows of ${table} by ${by} for ${text}`)
      }
    })
})
