import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'

// Runs the test files of the command line in this one process, so that what they share is loaded
// once. Each file is a suite: its hooks at the top are the suite's and reach no other file.
for (const file of process.argv.slice(2))
  suite(file, async () => {
    await import(pathToFileURL(file).href)
  })
