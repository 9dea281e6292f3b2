// `npm run house`: the size of the code in figures, each counted from the working tree.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { everyEndpoint } from '#contract/index.ts'
import { codeFiles, doubledTypes, glossaryRows } from './check-names.ts'
import { filesRunByCalls } from './house-calls.ts'

const SOURCE_FOLDERS = new Set(['domain', 'contract', 'server', 'web', 'packages', 'demo'])
const TEST = /\.(?:test|test-world|fixture)\.tsx?$/
const ALIAS = /^#(domain|contract|server|web|test|packages|demo)\//

const git = (...args: string[]) =>
  execFileSync('git', args, { maxBuffer: 1 << 28 })
    .toString()
    .split('\n')
    .filter((line) => line !== '')

const linesOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
const isSource = (file: string) => SOURCE_FOLDERS.has(file.split('/')[0] ?? '')

const deletedFiles = new Set(git('ls-files', '-d'))
const present = (...args: string[]) =>
  git('ls-files', ...args).filter((file) => !deletedFiles.has(file))
const code = codeFiles()
const source = code.filter((file) => isSource(file) && !TEST.test(file))
const styles = present('web/*.module.css')

/** Source files that exactly one source file imports. */
function importedOnce(): number {
  const counts = new Map(source.map((file) => [file, 0]))
  for (const file of source) {
    const found = readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'([.#][^']+)'/g)
    const targets = new Set(
      [...found].map(([, name = '']) =>
        name.startsWith('.') ? normalize(join(dirname(file), name)) : name.replace(ALIAS, '$1/'),
      ),
    )
    for (const target of targets) {
      const count = counts.get(target)
      if (count !== undefined) counts.set(target, count + 1)
    }
  }
  return [...counts.values()].filter((count) => count === 1).length
}

/** The number of source files in a commit that changes the contract and a module of the server: the median of the last 200. */
function filesOfFeature(): number {
  const sizes = git('log', '--no-merges', '--format=%H', '-n', '200', '--', 'contract')
    .map((commit) => git('show', '--format=', '--name-only', commit))
    .filter((files) => files.some((file) => /^server\/(?:areas|modules)\//.test(file)))
    .map((files) =>
      files.filter((file) => isSource(file) && /\.tsx?$/.test(file) && !TEST.test(file)),
    )
    .map((files) => files.length)
    .toSorted((one, other) => one - other)
  return sizes[Math.floor(sizes.length / 2)] ?? 0
}

const words = present('*.md', ':!packages')
  .map((file) => readFileSync(file, 'utf8').split(/\s+/).filter(Boolean).length)
  .reduce((sum, count) => sum + count, 0)

/** Lines of source for each call of the contract; packages know nothing of the product and are not counted. */
function linesOfCall(): number {
  const own = source.filter((file) => !file.startsWith('packages/'))
  return Math.round(linesOf(own) / everyEndpoint().length)
}

/** What puts the modules together, and so is edited by features unless they bring themselves (decision 024). */
const WIRING = /^server\/(?:app|context|memory|open-context|modules\/index)\.ts$/
const camelOf = (snake: string) =>
  snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
/** A column under another spelling: `user_id as userId`, `userId: row.user_id`, `user_id: userId`. */
const RENAMING = [
  /(?<column>\w+_\w+)"? as "?(?<name>\w+)/,
  /(?<name>\w+): (?:\w+\.)?(?<column>\w+_\w+)\b/,
  /(?<column>\w+_\w+): (?:\w+\.)?(?<name>\w+)\b/,
]

const columns = new Set(
  readFileSync('server/platform/db/schema.ts', 'utf8')
    .split(/\W+/)
    .filter((word) => /[A-Z]/.test(word)),
)

function renamingLines(): number {
  const lines = source
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) =>
    RENAMING.some((pattern) => {
      const { column, name } = pattern.exec(line)?.groups ?? {}
      return column !== undefined && columns.has(name ?? '') && camelOf(column) === name
    }),
  ).length
}

function factories(): number {
  const files = source.filter((file) => file.startsWith('server/modules/') || WIRING.test(file))
  return files
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => /^(?:export )?(?:async )?function make[A-Z]/.test(line)).length
}

const rows: [string, number][] = [
  ['lines of source a call, packages apart', linesOfCall()],
  ['source files of a feature, median of commits', filesOfFeature()],
  ['lines of wiring', linesOf(source.filter((file) => WIRING.test(file)))],
  ['`make…` factories in modules and wiring', factories()],
  ['lines that only rename a column', renamingLines()],
  ['source files', source.length],
  ['CSS modules', styles.length],
  ['lines of source', linesOf(source)],
  ['lines of CSS modules', linesOf(styles)],
  ['source files with one importer', importedOnce()],
  ['type names exported by two files', doubledTypes(code).size],
  ['rows of the glossary', glossaryRows(readFileSync('docs/glossary.md', 'utf8')).length],
  ['words of docs', words],
  ...(await filesRunByCalls()).map(([call, files]): [string, number] => [
    `files that run on the server for ${call}`,
    files.length,
  ]),
]
for (const [what, count] of rows) process.stdout.write(`${String(count).padStart(7)}  ${what}\n`)
process.exit(0)
