import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const MODULE = fileURLToPath(new URL('free-port.ts', import.meta.url))

function portsOfAnotherProcess(count: number): number[] {
  const code = `
    const { freePort } = await import(${JSON.stringify(MODULE)})
    const ports = await Promise.all(Array.from({ length: ${count} }, () => freePort()))
    console.log(JSON.stringify(ports))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code])
  return JSON.parse(stdout.toString())
}

test('a free port is given once, before anything listens on it, also to another process', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, () => freePort()))
  const all = [...ports, ...portsOfAnotherProcess(200)]
  assert.equal(new Set(all).size, all.length)
  assert.ok(Math.max(...all) < 32_768, 'no port that the system gives to connections')
})
