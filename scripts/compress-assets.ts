import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Compressed once at build time as small as can be, so that serving a file costs no processor.
const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const build = process.env['BIS_BUILD'] ?? fileURLToPath(new URL('../build', import.meta.url))
const client = join(build, 'client')

for (const name of await readdir(client, { recursive: true })) {
  const path = join(client, name)
  if (!TEXT.test(name) || !(await stat(path)).isFile()) continue
  const text = await readFile(path)
  if (text.length < 512) continue
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, brotli))
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}
