import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The last migration from before the rule that the previous version must survive a migration. */
const LAST_WITHOUT = '0011'

type Fault = { what: string; pattern: RegExp; anywhere?: true }

/** Not columns: what else «alter table … drop» removes. */
const NOT_A_COLUMN = 'constraint|default|not|expression|identity'

/** What would break or block the statements of the previous version: in «alter table», or anywhere. */
const FAULTS: readonly Fault[] = [
  { what: 'drops a table', pattern: /^\s*drop\s+table\b/u, anywhere: true },
  { what: 'drops a function', pattern: /^\s*drop\s+function\b/u, anywhere: true },
  {
    what: 'makes an index that nobody can make beforehand (if not exists)',
    pattern: /^\s*create\s+(?:unique\s+)?index\s+(?!if\s+not\s+exists\b)/u,
    anywhere: true,
  },
  { what: 'renames', pattern: /\brename\b/u, anywhere: true },
  {
    what: 'drops a column',
    pattern: new RegExp(`\\bdrop\\s+(?!(?:${NOT_A_COLUMN})\\b)\\w+`, 'u'),
  },
  { what: 'forbids null in a column that is there', pattern: /\bset\s+not\s+null\b/u },
  { what: 'drops a default', pattern: /\bdrop\s+default\b/u },
  {
    what: 'changes the type of a column',
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/u,
  },
  {
    what: 'adds a column that the version before does not fill',
    pattern:
      /\badd\s+column\s+\w+(?:(?!\bdefault\b|\bgenerated\b)[^,])*\bnot\s+null\b(?![^,]*\b(?:default|generated)\b)/u,
  },
  {
    what: 'checks rows that are there while writers wait',
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:foreign\s+key|check)\b(?![^;]*\bnot\s+valid\b)/u,
  },
]
/** A file may do one of these if it names the release that stopped using the removed object: «-- contract: since 0.4 nobody reads it». */
const EXCUSED = /^--\s*contract:\s*since\s+\d+\.\d+\S*\s+\S/mu

/** The statements of a script without comments, string literals and function bodies. */
function statementsOf(text: string): string[] {
  const bare = text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/gu, ' body ')
    .replaceAll(/--[^\n]*/gu, '')
    .replaceAll(/'(?:[^']|'')*'/gu, ' text ')
    .toLowerCase()
  return bare.split(';').filter((statement) => statement.trim() !== '')
}

/** The faults of a migration, one sentence for each statement that the previous version would not survive. */
export function faultsOf(name: string, text: string): string[] {
  if (name.slice(0, 4) <= LAST_WITHOUT || EXCUSED.test(text)) return []
  const made = new Set(
    statementsOf(text).flatMap(
      (one) => /^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/u.exec(one)?.[1] ?? [],
    ),
  )
  return statementsOf(text).flatMap((statement) => {
    const table = /^\s*alter\s+table\s+(?:only\s+)?(\w+)/u.exec(statement)?.[1]
    const indexed = /^\s*create\s+(?:unique\s+)?index\b.*?\bon\s+(\w+)/su.exec(statement)?.[1]
    // No older version uses a table that this file creates.
    if (made.has(table ?? indexed ?? '')) return []
    return FAULTS.filter(
      ({ pattern, anywhere }) => (table !== undefined || anywhere) && pattern.test(statement),
    ).map(({ what }) => `server/platform/db/migrations/${name} ${what}: ${line(statement)}`)
  })
}

const line = (statement: string) => statement.replaceAll(/\s+/gu, ' ').trim().slice(0, 120)

/** Checks that the previous version survives every new migration; see docs/operations.md. */
export async function checkMigrations(): Promise<string[]> {
  return globSync('server/platform/db/migrations/*.sql')
    .toSorted()
    .flatMap((file) => faultsOf(basename(file), readFileSync(file, 'utf8')))
}
