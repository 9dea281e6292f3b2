import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { closeToOthers } from './private-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'bis-private-'))
after(() => rmSync(folder, { recursive: true, force: true }))

for (const [was, becomes] of [
  [0o755, '700'],
  [0o777, '700'],
  [0o700, '700'],
  [0o555, '500'],
] as const)
  test(`a folder of the rights ${was.toString(8)} is left with ${becomes}`, () => {
    const path = join(folder, String(was))
    mkdirSync(path)
    chmodSync(path, was)
    closeToOthers(path)
    assert.equal((statSync(path).mode & 0o777).toString(8), becomes)
  })

test('one that is not there is not made', () => {
  closeToOthers(join(folder, 'nowhere'))
  assert.ok(!existsSync(join(folder, 'nowhere')))
})
