import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

async function pagesOfDocs(): Promise<string[]> {
  const inDocs = await readdir('docs', { recursive: true })
  const pages = inDocs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages]
}

/** Every file that a page links to is there. */
function brokenLinks(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .filter((target) => !existsSync(normalize(join(dirname(page), target))))
    .map((target) => `${page} links to ${target}, which is not there`)
}

/** Every command that a page names is a script of package.json. */
function unknownCommands(page: string, scripts: ReadonlySet<string>): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/\bnpm (?:run )?([a-z][a-z-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.has(name) && !['ci', 'install', 'prune', 'run'].includes(name))
    .map((name) => `${page} names the command «npm run ${name}», which is not in package.json`)
}

/** A name in capitals as the readers of values take it: alone, or among those that are set together. */
const VARIABLE = /'([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)'/g

/** docs/operations.md lists every variable that the configuration reads, and no other. */
function variables(): string[] {
  const read = new Set(
    globSync('server/config/*.ts')
      .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(VARIABLE)])
      .map(([, name = '']) => name),
  )
  const told = new Set(
    [
      ...readFileSync('docs/operations.md', 'utf8').matchAll(
        /^\| (`[A-Z_\d]+`(?:, `[A-Z_\d]+`)*) \|/gm,
      ),
    ]
      .flatMap(([, names = '']) => names.split(', '))
      .map((name) => name.slice(1, -1)),
  )
  return [
    ...[...read]
      .filter((name) => !told.has(name))
      .map((name) => `docs/operations.md does not list ${name}`),
    ...[...told]
      .filter((name) => !read.has(name))
      .map((name) => `docs/operations.md lists ${name}, which nothing reads`),
  ]
}

const ROOMS = 'packages|domain|contract|server|demo|web|test|scripts|docs|bench|deploy'
/** A file of the house, and the test in it that is meant, if one is: `test/api/x.test.ts` «its sentence». */
const SHOWN = new RegExp(`\`((?:${ROOMS})/[^\`]+)\`(?: «([^»]+)»)?`, 'g')

/** Every file that a page names is there, and every test that it quotes stands in its file. */
function missingFiles(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(SHOWN)].flatMap(([, file = '', test]) => {
    // A pattern of names is no file.
    if (/[*…<{]|NNNN/u.test(file)) return []
    if (!existsSync(file)) return [`${page} names ${file}, which is not there`]
    if (test === undefined || readFileSync(file, 'utf8').includes(test)) return []
    return [`${page} quotes a test that ${file} has not: «${test}»`]
  })
}

/** The sentences that stand against the documentation. */
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
