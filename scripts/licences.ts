import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Prints the licence texts of all that production gives on: ours, of Node, of each installed package, and where the data
 * are from. The image keeps them as LICENCES.txt.
 */

type Locked = Readonly<Record<string, { readonly dev?: boolean; readonly version?: string }>>

const NAMES = /^(?:licen[cs]e|copying|notice|ofl|copyright)/iu
/** Where Debian keeps the texts of common licences. */
const COMMON = '/usr/share/common-licenses'
const COMMON_TEXTS: Readonly<Record<string, string>> = { 'LGPL-3.0-or-later': 'LGPL-3' }
const NODE = [
  join(dirname(process.execPath), '../LICENSE'),
  '/usr/local/LICENSE',
  '/usr/share/doc/nodejs/LICENSE',
]

const read = (file: string) => readFileSync(file, 'utf8').trim()

function licenceOf(folder: string): { title: string; texts: string[] } {
  const { name, version, license, author } = JSON.parse(read(join(folder, 'package.json')))
  const files = readdirSync(folder).filter((file) => NAMES.test(file))
  const readme =
    files.length > 0 ? [] : readdirSync(folder).filter((file) => /^readme/iu.test(file))
  const common = join(COMMON, COMMON_TEXTS[license] ?? '-')
  const by = typeof author === 'string' ? author : author?.name
  return {
    title: [`${name} ${version}`, license ?? 'see the text', by].filter(Boolean).join(' — '),
    texts: [...files, ...readme]
      .filter((file) => file.includes('.') || readFileSync(join(folder, file)).length > 0)
      .map((file) => read(join(folder, file)))
      .concat(existsSync(common) ? [read(common)] : []),
  }
}

function* parts(): Generator<{ title: string; texts: readonly string[] }> {
  yield { title: 'Бис — MIT', texts: [read('LICENSE'), read('docs/sources.md')] }
  const node = NODE.find(existsSync)
  const address = `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
  yield { title: `Node.js ${process.version}`, texts: [node === undefined ? address : read(node)] }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Locked }
  for (const [folder, { dev }] of Object.entries(packages))
    if (folder !== '' && dev !== true && existsSync(join(folder, 'package.json')))
      yield licenceOf(folder)
}

const LINE = '='.repeat(80)
for (const { title, texts } of parts())
  process.stdout.write(`${LINE}\n${title}\n${LINE}\n\n${texts.join('\n\n')}\n\n`)
