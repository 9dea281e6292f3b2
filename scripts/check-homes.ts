import { globSync, readFileSync } from 'node:fs'

type Home = { what: string; file: string; looksLike: RegExp; except?: RegExp }

/** Definitions that belong in one place, and the pattern of a duplicate. */
const HOMES: readonly Home[] = [
  {
    what: 'a span of time',
    file: 'domain/time.ts',
    looksLike: /\bconst (?:(?:SECOND|MINUTE|HOUR|DAY)(?:_MS)?|DAY_SECONDS|YEAR_SECONDS) = \d/u,
    // Widgets and packages import no other folder.
    except: /^(?:web\/ui|packages)\//u,
  },
  {
    what: 'the offset of Moscow',
    file: 'domain/time.ts',
    looksLike: /\bconst MOSCOW\w* =|\+03:00['"`]/u,
  },
  {
    what: 'the pattern of a UUID',
    file: 'domain/uuid.ts',
    looksLike: /(?:\\d|0-9)a-f\]\{8\}(?:\((?:\?:)?)?-\[/u,
  },
  {
    what: 'the formula of the commission in SQL',
    file: 'server/platform/db/sql-expressions.ts',
    looksLike: /\bcommission_bps\b[^\n]*\/ ?10_?000/u,
  },
  {
    what: 'the statuses of a concert or an entry',
    file: 'domain/concerts/concert.ts and domain/queue/queue.ts',
    looksLike:
      /'SCHEDULED'(?: \||,) (?:'QUEUED'(?: \||,) 'NOW'(?: \||,) 'PLAYED'(?: \||,) 'SKIPPED'|'NOW'(?: \||,) 'PLAYED')/u,
  },
]

/** The faults of a file with this text, one sentence each. */
export function secondHomes(path: string, text: string): string[] {
  return HOMES.filter(
    ({ file, looksLike, except }) =>
      !file.includes(path) && !(except?.test(path) ?? false) && looksLike.test(text),
  ).map(({ what, file }) => `${path} has ${what} of its own; it stands in ${file}`)
}

/** Duplicated constants and formulas drift apart. */
export async function checkHomes(): Promise<string[]> {
  const files = globSync('{packages,domain,contract,server,demo,web,scripts}/**/*.{ts,tsx}').filter(
    (path) => !/\.(test|fixture)\.tsx?$|^scripts\/check-homes/u.test(path),
  )
  const wrong = files.flatMap((path) => secondHomes(path, readFileSync(path, 'utf8')))
  return files.length < 500 ? [...wrong, `only ${files.length} files were read`] : wrong
}
