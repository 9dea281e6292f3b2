import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { BadConfig, readConfig } from './config/config.ts'
import {
  DirectoryTaken,
  lockDirectory,
  closeToOthers,
  writePrivately,
} from './platform/lifecycle/data-directory.ts'
import { checkMachine, filesMost, watchersWithin } from './platform/lifecycle/start-checks.ts'
import { makeShutdown } from './platform/lifecycle/shutdown.ts'
import { copySeed } from './seed.ts'

function stop(sentence: string): never {
  process.stderr.write(`\nБис не запущен. ${sentence}\n\n`)
  process.exit(1)
}

// First of all: whoever changes his mind does not wait for the start to end.
const shutdown = makeShutdown()

try {
  const read = readConfig(process.env)
  const maxWatchers = read.demo ? watchersWithin(filesMost(), read.maxWatchers) : read.maxWatchers
  const config = { ...read, maxWatchers }
  writePrivately()
  closeToOthers(config.dataDir)
  const warnings = checkMachine({
    ...config,
    keepsData: config.databaseUrl === undefined || config.files.kind === 'disk',
  })
  // Taken before anything slow is loaded: a second process is refused at once.
  if (config.databaseUrl === undefined) lockDirectory(config.dataDir)
  // React looks at this once, as it is loaded: it draws many times slower where it takes us for a desk of its authors.
  process.env['NODE_ENV'] ??= 'production'
  // What was compiled at the last start is taken from there: a sixth of the work of a start.
  enableCompileCache(join(config.buildDir, 'compile-cache'))
  // The disk copies while the processor loads.
  const [{ run }] = await Promise.all([
    import('./run.ts'),
    config.databaseUrl === undefined
      ? copySeed(config.buildDir, join(config.dataDir, 'database'))
      : null,
  ])
  await run(config, { shutdown, warnings })
} catch (error) {
  if (error instanceof BadConfig || error instanceof DirectoryTaken) stop(error.message)
  const { sentenceOfStart } = await import('./platform/lifecycle/start-failures.ts')
  stop(sentenceOfStart(error))
}
