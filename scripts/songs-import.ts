import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Bus } from '#packages/live-broadcast/bus.ts'
import { readConfig } from '#server/config/config.ts'
import { importCatalogue } from '#server/modules/songs/catalogue.service.ts'
import { UnreadableCatalogue } from '#server/modules/songs/catalogue-file.ts'
import type { CatalogueShape } from '#server/modules/songs/catalogue-file.ts'
import { makeLiveSongIndex } from '#server/modules/songs/live-song-index.ts'
import { seedCatalogue } from '#server/modules/songs/songs.service.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/open.ts'
import { openBus } from '#server/platform/live/open-bus.ts'
import { logCommand } from './command-log.ts'
import { stop, withDatabase } from './own-database.ts'
import { count, makeProgress, reportText } from './songs-progress.ts'
import { openSource } from './songs-source.ts'

const STOPPED = 130
/** Tenths of a second in which the servers may still be reached. */
const WAITS = 30
const UNTOLD =
  'Связи с серверами нет: они узнают о песнях в течение суток или после перезапуска. Проверьте REDIS_URL.\n'

async function isReached(bus: Bus): Promise<boolean> {
  for (let waited = 0; !bus.healthy() && waited < WAITS; waited += 1) await sleep(100)
  return bus.healthy()
}

function kindOf(shape: CatalogueShape): string {
  if (shape.kind === 'musicbrainz') return 'записи MusicBrainz'
  return shape.letters === 'utf-8' ? 'таблица CSV' : 'таблица CSV в кодировке Windows-1251'
}

/** Imports the songs of a file into the catalogue, with progress; exits the process if it was interrupted. */
export async function importSongs(file: string, again: boolean): Promise<void> {
  const interrupt = new AbortController()
  process.on('SIGINT', () => {
    if (!interrupt.signal.aborted) process.stderr.write('\nОстанавливаюсь…\n')
    interrupt.abort()
  })
  let whole = true
  await withDatabase(async (database) => {
    try {
      whole = await importInto(database, { file, again, signal: interrupt.signal })
    } catch (error) {
      if (error instanceof UnreadableCatalogue) stop(error.message)
      throw error
    }
  })
  if (!whole) process.exit(STOPPED)
}

async function importInto(
  database: Database,
  { file, again, signal }: { file: string; again: boolean; signal: AbortSignal },
): Promise<boolean> {
  await migrate(database)
  const { sql } = database
  const log = pino({ level: 'silent' })
  const { redisUrl } = readConfig(process.env)
  const bus = await openBus({ database, redisUrl, log })
  // Never opened: it only notifies the servers of new songs.
  const index = makeLiveSongIndex({ sql, url: null, bus, log })
  const ctx = { sql, now: () => new Date(), songIndex: index }
  try {
    // A catalogue that is not empty is never filled with the songs that ship with the project.
    await seedCatalogue(ctx)
    const source = await openSource(file, signal)
    const progress = makeProgress(process.stderr, source.share)
    const report = await importCatalogue(ctx, source, {
      again,
      signal,
      onStart({ shape, from, counts, resumed, changed }) {
        progress.start(counts.rows)
        process.stderr.write(`Читаю: ${kindOf(shape)}.\n`)
        if (changed) process.stderr.write('С прошлого раза файл изменился: читаю с начала.\n')
        if (resumed) process.stderr.write(`Продолжаю со строки ${count(from.line + 1)}.\n`)
      },
      onProgress: (done) => progress.show(done),
    })
    progress.clear()
    const { rows, added } = report.counts
    const from = file === '-' ? 'стандартный ввод' : basename(file)
    const part = report.whole ? '' : ', не до конца'
    const subject = `${from}: строк ${rows}, новых песен ${added}${part}`
    await logCommand(sql, 'songs', { kind: 'songs', artistId: null, subject })
    process.stdout.write(reportText(report, { took: progress.took(), speed: progress.speed(rows) }))
    if (!report.whole)
      process.stdout.write(
        `Остановлено после строки ${count(report.at.line)}. Чтобы продолжить, повторите ту же команду.\n`,
      )
    return report.whole
  } finally {
    await index.close()
    if (!(await isReached(bus))) process.stderr.write(UNTOLD)
    await bus.close()
  }
}
