import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'

/** No file is so long on any machine: it hangs, and must not hold up the others. */
const FILE_MS = 900_000

// Runs the test files of the command line in this one process, so that what they share is loaded
// once. Each file is a suite: its hooks at the top are the suite's and reach no other file. All files
// are loaded before the first test runs: what a file changes of the process it changes in hooks.
for (const file of process.argv.slice(2))
  suite(file, { timeout: FILE_MS }, async () => {
    await import(pathToFileURL(file).href)
  })
