import { cpSync, openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '#server/db/migrate.ts'
import { openEmbedded } from '#server/db/open.ts'

/** Set by scripts/test.ts: a folder with what `makeSeed` wrote, so that one run makes its tables once. */
const FOLDER = process.env['TEST_DATABASE_SEED']

const directoryIn = (folder: string) => join(folder, 'database')
const dumpIn = (folder: string) => join(folder, 'database.tar')

/** Writes a migrated embedded database into the folder, as a directory and as one file. */
export async function makeSeed(folder: string): Promise<void> {
  const database = await openEmbedded(directoryIn(folder))
  await migrate(database)
  await database.close()
  const lite = await PGlite.create({ dataDir: directoryIn(folder) })
  const dump = await lite.dumpDataDir('none')
  await writeFile(dumpIn(folder), dump.stream())
  await lite.close()
}

/** The migrated database that a test's own one in memory begins with; undefined where the run made none. */
export async function seedInMemory(): Promise<Blob | undefined> {
  return FOLDER === undefined ? undefined : openAsBlob(dumpIn(FOLDER))
}

/** Lays the migrated database down at `directory`, which is not there yet; nothing where the run made none. */
export function laySeed(directory: string): void {
  if (FOLDER !== undefined) cpSync(directoryIn(FOLDER), directory, { recursive: true })
}
