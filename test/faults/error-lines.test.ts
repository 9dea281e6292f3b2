import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog } from '#server/platform/lifecycle/log.ts'
import { errorLines } from '#test/support/crash/error-lines.ts'

test('what the log calls an error, and nothing less, is found among what a product wrote', () => {
  let output = 'Бис слушает\n'
  const log = makeLog('info', {
    write(line: string) {
      output += line
    },
  })
  for (const level of ['info', 'warn', 'error', 'fatal'] as const)
    log[level]({}, `said as ${level}`)
  assert.deepEqual(
    errorLines(output).map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['said as error', 'said as fatal'],
  )
})
