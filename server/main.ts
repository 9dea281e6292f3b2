import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { BadConfig, readConfig } from './config/config.ts'
import { removeUnfinishedRestores } from './platform/backup/unfinished-restore.ts'
import {
  DirectoryTaken,
  lockDirectory,
  restrictToOwner,
  setPrivateUmask,
} from './platform/lifecycle/data-directory.ts'
import { fileBudget, filesMost } from './platform/lifecycle/file-budget.ts'
import { makeShutdown } from './platform/lifecycle/shutdown.ts'
import { checkConnections, checkFiles, checkMachine } from './platform/lifecycle/start-checks.ts'
import { copySeed } from './seed.ts'

function stop(sentence: string): never {
  process.stderr.write(`\nБис не запущен. ${sentence}\n\n`)
  process.exit(1)
}

// First of all: a stop signal does not wait for the start to end.
const shutdown = makeShutdown()

try {
  const read = readConfig(process.env)
  const most = filesMost()
  const files = fileBudget(most, read.maxWatchers)
  const config = { ...read, maxWatchers: files.watchers }
  setPrivateUmask()
  restrictToOwner(config.dataDir)
  // Before the disk is measured.
  const leftovers = removeUnfinishedRestores(config.dataDir)
  const storesData = config.databaseUrl === undefined || config.files.kind === 'disk'
  const warnings = [
    ...leftovers,
    ...checkMachine({ ...config, storesData }),
    ...checkConnections(config),
  ]
  // Whoever looks at a demo is not to raise limits.
  if (!config.demo) warnings.push(...checkFiles(most, read.maxWatchers))
  // Locked before anything slow is loaded: a second process is refused at once.
  if (config.databaseUrl === undefined) lockDirectory(config.dataDir)
  // React reads this once, when it is loaded: in development mode it renders many times slower.
  process.env['NODE_ENV'] ??= 'production'
  // Reuses the code compiled at the last start: a sixth of the work of a start.
  enableCompileCache(join(config.buildDir, 'compile-cache'))
  // The copy uses the disk while the import uses the processor.
  const [{ run }] = await Promise.all([
    import('./run.ts'),
    config.databaseUrl === undefined
      ? copySeed(config.buildDir, join(config.dataDir, 'database'))
      : null,
  ])
  await run(config, { shutdown, warnings, files })
} catch (error) {
  if (error instanceof BadConfig || error instanceof DirectoryTaken) stop(error.message)
  const { sentenceOfStart } = await import('./platform/lifecycle/start-failures.ts')
  stop(sentenceOfStart(error))
}
