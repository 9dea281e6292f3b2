import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>

test('every package of production stands there with its licence, and so do the data', () => {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/licences.ts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  assert.equal(status, 0)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Locked }
  const given = Object.entries(packages).flatMap(([folder, { dev, optional }]) =>
    folder === '' || dev === true || optional === true
      ? []
      : [folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)],
  )
  assert.ok(given.length > 100)
  const sections = stdout.split(`${'='.repeat(80)}\n`)
  for (const name of given) {
    const at = sections.findIndex((title) => title.startsWith(`${name} `))
    assert.ok(at >= 0, name)
    assert.ok((sections[at + 1] ?? '').trim().length > 0, `${name} has no text`)
  }
  assert.match(stdout, /SIL OPEN FONT LICENSE/iu)
  assert.match(stdout, /GNU LESSER GENERAL PUBLIC LICENSE|LGPL/u)
  assert.match(stdout, /DB-IP/u)
})
