import { cpSync, openAsBlob } from 'node:fs'
import { directoryIn, dumpIn } from '../../../scripts/test-seed.ts'

/** Set by scripts/test.ts: a folder with what `makeSeed` wrote. */
const FOLDER = process.env['TEST_DATABASE_SEED']

/** The migrated database that a test's in-memory database starts from; undefined where the run made none. */
export async function seedInMemory(): Promise<Blob | undefined> {
  return FOLDER === undefined ? undefined : openAsBlob(dumpIn(FOLDER))
}

/** Copies the migrated database to `directory`, which must not exist yet; does nothing where the run made none. */
export function copySeed(directory: string): void {
  if (FOLDER !== undefined) cpSync(directoryIn(FOLDER), directory, { recursive: true })
}
