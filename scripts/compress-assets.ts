import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The router's manifest, which every page loads; only the server reads the imports of a page, from its own copy. */
const PAGES = /assets\/manifest-\w+\.js$/

function withoutImports(manifest: string): string {
  const at = manifest.indexOf('{')
  const list = JSON.parse(manifest.slice(at, manifest.lastIndexOf('}') + 1)) as {
    routes: Record<string, { imports?: string[] }>
  }
  for (const page of Object.values(list.routes)) delete page.imports
  return `${manifest.slice(0, at)}${JSON.stringify(list)}`
}

// Compressed once at build time as small as possible, so that serving a file costs no CPU.
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const build = process.env['BIS_BUILD'] ?? fileURLToPath(new URL('../build', import.meta.url))
const client = join(build, 'client')

for (const name of await readdir(client, { recursive: true })) {
  const path = join(client, name)
  if (!TEXT.test(name) || !(await stat(path)).isFile()) continue
  if (PAGES.test(path)) await writeFile(path, withoutImports(await readFile(path, 'utf8')))
  const text = await readFile(path)
  if (text.length < 512) continue
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, brotli))
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}
