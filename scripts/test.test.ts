import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Runs `npm test -- …names` in a process of its own, outside of this test run. */
function run(...names: string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(process.execPath, ['scripts/test.ts', ...names], { env, encoding: 'utf8' })
}

test('the tests of a named file run, and no others', () => {
  const { status, stdout } = run('./test/api/other-protocols.test.ts')
  assert.equal(status, 0)
  assert.match(stdout, /postgres: 1 файлов/u)
  assert.match(stdout, /\n[1-9]\d* passed, 0 failed\n$/u)
})

test('what is neither a suite nor a test file is refused with the names of the suites', () => {
  for (const name of ['rulez', 'test/api/absent.test.ts', 'scripts/test.ts']) {
    const { status, stderr } = run('rules', name)
    assert.equal(status, 2)
    assert.equal(
      stderr,
      `Нет таких тестов: ${name}. Наборы: rules, postgres, embedded, faults, journeys, long; можно назвать и файлы, например test/api/settings.test.ts.\n`,
    )
  }
})
