import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyDirectory } from './platform/db/copy-directory.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** All that a new embedded database is made of; an empty folder is no part of it. */
const MADE_OF = [
  'server/platform/db/migrations',
  'server/modules/songs/catalogue.csv',
  'node_modules/@electric-sql/pglite/package.json',
]
const NAME = /^database-[\da-f]{16}$/u

async function filesOf(path: string): Promise<string[]> {
  if (!path.endsWith('migrations')) return [path]
  const names = await readdir(join(ROOT, path))
  return names.toSorted().map((name) => join(path, name))
}

/** The name of this version's seed: another version has other tables, songs or another engine. */
export async function nameOfSeed(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of MADE_OF)
    for (const file of await filesOf(path))
      hash.update(file).update(await readFile(join(ROOT, file)))
  return `database-${hash.digest('hex').slice(0, 16)}`
}

/** The seeds of other versions in a build. */
export async function oldSeeds(folder: string): Promise<string[]> {
  const current = await nameOfSeed()
  return (await readdir(folder)).filter((name) => NAME.test(name) && name !== current)
}

const canRead = (file: string) =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  )

/**
 * Copies the database that was made with the build where there is none yet, all of it or nothing: a first start opens
 * it instead of creating its tables. Without a seed of this version the start creates them.
 */
export async function copySeed(buildDir: string, database: string): Promise<void> {
  if (existsSync(database)) return
  const seed = join(buildDir, await nameOfSeed())
  if (!(await canRead(join(seed, 'PG_VERSION')))) return
  const unfinished = `${database}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(dirname(database), { recursive: true })
  await copyDirectory(seed, unfinished)
  await rename(unfinished, database)
}
