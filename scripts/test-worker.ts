import { once } from 'node:events'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { registration } from './test-hook.ts'

/** No file takes this long on any machine: it hangs, and must not block the others. */
const FILE_MS = 900_000

// Runs in this one process the test files that the parent names one by one (an empty name: the end), so that shared
// modules are loaded once. Each file is a suite: its top-level hooks are the suite's and affect no other file.
let release = () => {}
for (;;) {
  process.send?.('next')
  const [file] = (await once(process, 'message')) as [string]
  if (file === '') break
  const ended = Promise.withResolvers<void>()
  const followed = Promise.withResolvers<void>()
  registration.enable()
  suite(file, { timeout: FILE_MS }, async () => {
    // The runner closes what the files share as soon as no suite is left, so a suite ends only when the next one is
    // registered.
    after(() => {
      ended.resolve()
      return followed.promise
    })
    await import(pathToFileURL(file).href)
    registration.disable()
  })
  release()
  release = followed.resolve
  await ended.promise
}
release()
process.disconnect?.()
