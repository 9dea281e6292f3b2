import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The benches whose short form is a few seconds. */
const BENCHES: readonly string[] = ['start', 'orders', 'api', 'pages', 'fanout']

const RUNNER = fileURLToPath(new URL('../../bench/run.ts', import.meta.url))
const LONGEST_MS = 90_000

/** How a bench ended in its short form, and all that it printed. */
function ran(name: string): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [RUNNER, name, '--short'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      words += part.toString()
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, words })))
}

describe('the benches', () => {
  for (const name of BENCHES)
    it(`«${name}» runs to its end and compares what it measured with a reference`, async () => {
      const { code, words } = await ran(name)
      assert.equal(code, 0, words)
      assert.match(words, /┌─/, 'it prints a table')
      assert.match(words, /ratio/iu, 'it says how that compares')
      assert.doesNotMatch(words, /NaN|Infinity|undefined/u)
    })
})
