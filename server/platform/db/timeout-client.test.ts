import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import pg from 'pg'
import { databaseIsLost } from './database-errors.ts'
import { timeoutClient } from './open.ts'

const TIMEOUT_MS = 400
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')
const DONE = Buffer.from('C\0\0\0\x08SET\0Z\0\0\0\x05T', 'latin1')
const FAULT = 'SERROR\0C25006\0Mread only\0\0'
const READ_ONLY = Buffer.from(
  `E\0\0\0${String.fromCharCode(FAULT.length + 4)}${FAULT}Z\0\0\0\x05I`,
  'latin1',
)

/** A client of a server that answers at once, late or never, as the text of a statement says. */
async function clientOfTest(t: TestContext) {
  const server = createServer((socket) => {
    let welcomed = false
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (!welcomed) socket.write(WELCOME)
      else if (text.includes('late')) setTimeout(() => socket.write(DONE), 2 * TIMEOUT_MS)
      else if (text.includes('write')) socket.write(READ_ONLY)
      else if (!text.includes('never')) socket.write(DONE)
      welcomed = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const Client = timeoutClient(pg.Client, TIMEOUT_MS)
  const client = new Client({ host: '127.0.0.1', port, user: 'bis', ssl: false })
  client.on('error', () => {})
  await client.connect()
  t.after(async () => {
    await client.end()
    server.close()
  })
  return client
}

test('a statement that is never answered loses its connection, and the database is told as lost', async (t) => {
  const client = await clientOfTest(t)
  await client.query('select now')
  await assert.rejects(client.query('select never'), databaseIsLost)
})

test('a transaction that takes its time is waited for, and the next one is not', async (t) => {
  const client = await clientOfTest(t)
  await client.query('begin')
  await client.query(`set local statement_timeout = '1h'`)
  await client.query('select late')
  await client.query('commit')
  await assert.rejects(client.query('select late'), databaseIsLost)
})

test('a server that may no longer be written to is lost, its connection is left, and a rollback does not hide why', async (t) => {
  const client = await clientOfTest(t)
  await client.query('select now')
  await assert.rejects(client.query('write'), databaseIsLost)
  await assert.rejects(client.query('select now'), databaseIsLost)
  await assert.rejects(client.query('rollback'), { code: '25006' })
})
