import { join } from 'node:path'
import { BadConfig, readConfig } from './config.ts'
import { DirectoryTaken, lockDirectory } from './db/directory-lock.ts'
import { laySeed } from './seed.ts'
import { closeToOthers, writePrivately } from './private-folder.ts'

function stop(sentence: string): never {
  process.stderr.write(`\nБис не запущен. ${sentence}\n\n`)
  process.exit(1)
}

try {
  const config = readConfig(process.env)
  writePrivately()
  closeToOthers(config.dataDir)
  // Taken before anything slow is loaded: a second process is refused at once.
  const unlock = config.databaseUrl === undefined ? lockDirectory(config.dataDir) : () => {}
  process.once('exit', unlock)
  // React looks at this once, as it is loaded: it draws many times slower where it takes us for a desk of its authors.
  process.env['NODE_ENV'] ??= 'production'
  // The disk copies while the processor loads.
  const [{ run }] = await Promise.all([
    import('./run.ts'),
    config.databaseUrl === undefined
      ? laySeed(config.buildDir, join(config.dataDir, 'database'))
      : null,
  ])
  await run(config)
} catch (error) {
  if (error instanceof BadConfig || error instanceof DirectoryTaken) stop(error.message)
  const { sentenceOfStart } = await import('./start-failures.ts')
  stop(sentenceOfStart(error))
}
