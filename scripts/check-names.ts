import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const GLOSSARY = 'docs/glossary.md'
const MOST_WORDS = 40

/** The TypeScript files of the repository, tests too; ignored files are left out. */
export function codeFiles(): string[] {
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', ...args, '--', '*.ts', '*.tsx'])
      .toString()
      .split('\n')
  const deleted = new Set(list('-d'))
  return [...new Set(list('-co', '--exclude-standard'))].filter(
    (file) => file !== '' && !deleted.has(file) && !file.endsWith('.d.ts'),
  )
}

const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:type|interface|class) ([A-Za-z]\w*)/gm

/** Type names that more than one file exports, each with these files. */
export function doubledTypes(files: readonly string[]): Map<string, string[]> {
  const homes = new Map<string, string[]>()
  for (const file of files) {
    const names = readFileSync(file, 'utf8').matchAll(EXPORTED_TYPE)
    for (const name of new Set([...names].map(([, found = '']) => found)))
      homes.set(name, [...(homes.get(name) ?? []), file])
  }
  return new Map([...homes].filter(([, of]) => of.length > 1))
}

/** The terms that the glossary explains, one list a row; a row may explain several. */
export function glossaryRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('- **'))
    .map((line) => {
      const [first = ''] = line.split(':')
      return [...first.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word.trim())
    })
}

/** One word has one meaning: returns the faults of the names, one sentence each. */
export function checkNames(): string[] {
  const types = [...doubledTypes(codeFiles())].map(
    ([name, files]) => `the type ${name} is exported by ${files.join(' and ')}`,
  )
  const rows = glossaryRows(readFileSync(GLOSSARY, 'utf8'))
  const words = rows.flat()
  const twice = words.filter((word, at) => words.indexOf(word) !== at)
  return [
    ...types,
    ...twice.map((word) => `${GLOSSARY} lists «${word}» twice`),
    ...(rows.length > MOST_WORDS
      ? [`${GLOSSARY} has ${rows.length} rows, over ${MOST_WORDS}`]
      : []),
  ]
}
