import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { VARIABLES } from '#server/config/variables.ts'

async function pagesOfDocs(): Promise<string[]> {
  const inDocs = await readdir('docs', { recursive: true })
  const pages = inDocs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages]
}

/** Checks that every file that a page links to exists. */
function brokenLinks(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .filter((target) => !existsSync(normalize(join(dirname(page), target))))
    .map((target) => `${page} links to ${target}, which is not there`)
}

/** Checks that every command in a page is a script of package.json. */
function unknownCommands(page: string, scripts: ReadonlySet<string>): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/\bnpm (?:run )?([a-z][a-z-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.has(name) && !['ci', 'install', 'prune', 'run'].includes(name))
    .map((name) => `${page} names the command «npm run ${name}», which is not in package.json`)
}

type Variable = { default?: string | number | boolean }

/** The default as the page writes it; undefined if it depends on other variables. */
function documentedDefault({ default: value }: Variable): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === undefined ? undefined : String(value)
}

/** Checks that docs/operations.md lists every variable of the schema with its default, and no other. */
function variables(): string[] {
  const rows = readFileSync('docs/operations.md', 'utf8').matchAll(
    /^\| (`[A-Z_\d]+`(?:, `[A-Z_\d]+`)*) \| ([^|]*) \|/gm,
  )
  const documented = new Map(
    [...rows].flatMap(([, names = '', value = '']) =>
      names.split(', ').map((name) => [name.slice(1, -1), value] as const),
    ),
  )
  const read = Object.entries<Variable>(VARIABLES.properties)
  const known = new Set(read.map(([name]) => name))
  return [
    ...read.flatMap(([name, schema]) => {
      const value = documentedDefault(schema)
      const row = documented.get(name)
      if (row === undefined) return [`docs/operations.md does not list ${name}`]
      return value === undefined || row.includes(`\`${value}\``)
        ? []
        : [`docs/operations.md gives ${name} another default than ${value}`]
    }),
    ...[...documented.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `docs/operations.md lists ${name}, which nothing reads`),
  ]
}

const ROOMS = 'packages|domain|contract|server|demo|web|test|scripts|docs|bench|deploy'
/** A file of the repository, optionally with the title of a test in it: `test/api/x.test.ts` «its sentence». */
const SHOWN = new RegExp(`\`((?:${ROOMS})/[^\`]+)\`(?: «([^»]+)»)?`, 'g')

/** Checks that every file that a page names exists and contains the quoted test. */
function missingFiles(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(SHOWN)].flatMap(([, file = '', test]) => {
    // A name pattern is not a file.
    if (/[*…<{]|NNNN/u.test(file)) return []
    if (!existsSync(file)) return [`${page} names ${file}, which is not there`]
    if (test === undefined || readFileSync(file, 'utf8').includes(test)) return []
    return [`${page} quotes a test that ${file} has not: «${test}»`]
  })
}

/** The faults of the documentation, one sentence each. */
export async function checkDocs(): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  const known = new Set([...Object.keys(scripts), 'start', 'test'])
  const pages = await pagesOfDocs()
  return [
    ...pages.flatMap(brokenLinks),
    ...pages.flatMap((page) => unknownCommands(page, known)),
    ...variables(),
    ...pages.filter((page) => page !== 'CHANGELOG.md').flatMap(missingFiles),
  ]
}
