import { cpSync, openAsBlob } from 'node:fs'
import { directoryIn, dumpIn } from '../../scripts/test-seed.ts'

/** Set by scripts/test.ts: a folder with what `makeSeed` wrote. */
const FOLDER = process.env['TEST_DATABASE_SEED']

/** The migrated database that a test's own one in memory begins with; undefined where the run made none. */
export async function seedInMemory(): Promise<Blob | undefined> {
  return FOLDER === undefined ? undefined : openAsBlob(dumpIn(FOLDER))
}

/** Lays the migrated database down at `directory`, which is not there yet; nothing where the run made none. */
export function copySeed(directory: string): void {
  if (FOLDER !== undefined) cpSync(directoryIn(FOLDER), directory, { recursive: true })
}
