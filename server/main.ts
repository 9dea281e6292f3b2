import { BadConfig, readConfig } from './config.ts'
import { DirectoryTaken, lockDirectory } from './db/directory-lock.ts'
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
  const { run } = await import('./run.ts')
  await run(config)
} catch (error) {
  if (error instanceof BadConfig || error instanceof DirectoryTaken) stop(error.message)
  const { sentenceOfStart } = await import('./start-failures.ts')
  stop(sentenceOfStart(error))
}
