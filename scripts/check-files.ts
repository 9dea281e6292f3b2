import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const MOST_LINES = 350
/** Written by a script, from shorter sources. */
const WRITTEN = 'server/platform/db/schema.ts'

/** The faults of a file with this text; `read` returns the text of a CSS module by its specifier. */
export function faultsOf(text: string, read: (specifier: string) => string): string[] {
  const lines = text.split('\n').length - 1
  const long = lines > MOST_LINES ? [`has ${lines} lines, more than ${MOST_LINES}`] : []
  const imports = text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gmu)
  const missing = [...imports].flatMap(([, name, specifier = '']) => {
    const styles = read(specifier).replaceAll(/\/\*.*?\*\//gsu, '')
    const known = new Set([...styles.matchAll(/\.([A-Za-z_]\w*)/gu)].map(([, one]) => one))
    const used = text.matchAll(new RegExp(`(?<![\\w./-])${name}\\.([A-Za-z_]\\w*)`, 'gu'))
    return [...used]
      .filter(([, one]) => !known.has(one))
      .map(([, one]) => `uses .${one}, which stands in no rule of ${specifier}`)
  })
  return [...long, ...missing]
}

/** A path two or more folders up leads to another part of the repository, which has an alias; scripts and benches have none. */
export function climbingImports(text: string): string[] {
  const climbing = text.matchAll(
    /\b(?:from |import |import\()'((?:\.\.\/){2,}(?!\.\.\/|scripts|bench)[^']+)'/gu,
  )
  return [...climbing].map(([, path]) => `imports ${path}, which has an alias (#server/…, #web/…)`)
}

/** The benches have a package.json of their own, so Node does not know the aliases there. */
const aliasesInBench = () =>
  globSync('bench/*.ts')
    .filter((path) => /(?:from|import\() ?'#/u.test(readFileSync(path, 'utf8')))
    .map((path) => `${path} imports by an alias, which only the package above knows`)

/** Checks that no source file is too long to read, and that each CSS class it uses exists. */
export async function checkFiles(): Promise<string[]> {
  const files = globSync('{packages,domain,contract,server,demo,web,scripts,test}/**/*.{ts,tsx}')
  const sources = files.filter((path) => !/\.test\.tsx?$/u.test(path))
  const faults = sources.flatMap((path) => {
    if (path === WRITTEN) return []
    const pathOf = (specifier: string) =>
      specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
    const read = (specifier: string) => readFileSync(pathOf(specifier), 'utf8')
    return faultsOf(readFileSync(path, 'utf8'), read).map((fault) => `${path} ${fault}`)
  })
  const climbing = files.flatMap((path) =>
    climbingImports(readFileSync(path, 'utf8')).map((fault) => `${path} ${fault}`),
  )
  return [...aliasesInBench(), ...climbing, ...faults]
}
