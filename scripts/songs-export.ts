import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportCatalogue } from '#server/modules/songs/catalogue.service.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { isSystemError, stop, withDatabase } from './own-database.ts'
import { count } from './songs-progress.ts'

/** Writes the catalogue as CSV to a file, or to standard output if none is named. */
export async function exportSongs(file: string | null, verifiedOnly: boolean): Promise<void> {
  await withDatabase(async (database) => {
    await migrate(database)
    let written = 0
    async function* texts(): AsyncGenerator<string> {
      for await (const { text, songs } of exportCatalogue(database, { verifiedOnly })) {
        written += songs
        yield text
      }
    }
    if (file === null) await toOutput(texts())
    else await toFile(file, texts())
    process.stderr.write(`Песен: ${count(written)}.\n`)
  })
}

/** The reader may close the pipe early, as `head` does. */
async function toOutput(texts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(texts), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** Written under another name until it is complete. */
async function toFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(texts), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (isSystemError(error)) stop(`Файл «${file}» не пишется: ${error.message}`)
    throw error
  }
}
