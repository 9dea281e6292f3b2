import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestListener } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import { isSigned } from '#test/support/servers/s3-signature.ts'
import { S3_KEY, s3Storage } from '#test/support/servers/s3.ts'
import { s3Files } from './files.s3.ts'
import type { S3Deps } from './files.s3.ts'

type LogLine = { fields: object; sentence: string }

let endpoint: string
let close: () => Promise<void>

before(async () => {
  ;({ endpoint, close } = await s3Storage('photos'))
})
after(() => close())

function filesOf(changes: Partial<S3Deps> = {}) {
  const logged: LogLine[] = []
  const log = { error: (fields: object, sentence: string) => logged.push({ fields, sentence }) }
  const access = { endpoint, bucket: 'photos', region: 'us-east-1', ...S3_KEY }
  return { files: s3Files({ ...access, log, ...changes }), logged }
}

async function down(work: Promise<unknown>): Promise<void> {
  await assert.rejects(
    work,
    (error) => error instanceof Refusal && error.code === 'FILES_DOWN' && error.message !== '',
  )
}

/** A test's own storage with this answer. */
async function listening(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a storage that speaks S3', () => {
  test('gives back the bytes that it was given, until they are removed', async () => {
    const { files, logged } = filesOf()
    const bytes = randomBytes(60_000)
    await files.put('a-1200.webp', bytes, 'image/webp')
    const stored = await files.get('a-1200.webp')
    assert.deepEqual(stored && Buffer.from(stored), bytes)
    await files.remove('a-1200.webp')
    assert.equal(await files.get('a-1200.webp'), null)
    assert.deepEqual(logged, [])
  })

  test('replaces a file that is put under the same name again', async () => {
    const { files } = filesOf()
    await files.put('b.webp', new Uint8Array([1, 2]), 'image/webp')
    await files.put('b.webp', new Uint8Array([3]), 'image/webp')
    const stored = await files.get('b.webp')
    assert.deepEqual(stored && Buffer.from(stored), Buffer.from([3]))
  })

  test('removes what is not there without a word', async () => {
    await filesOf().files.remove('nothing.webp')
  })

  test('is down for a key that it does not know, and no sentence repeats the secret', async () => {
    const { files, logged } = filesOf({ accessKey: 'barracuda', secretKey: 'swordfish' })
    await down(files.put('c.webp', new Uint8Array([1]), 'image/webp'))
    assert.equal(logged.length, 1)
    assert.deepEqual(logged[0]?.fields, { status: 403, code: 'InvalidAccessKeyId' })
    assert.doesNotMatch(JSON.stringify(logged), /swordfish/u)
  })

  test('is down without its bucket', async () => {
    await down(
      filesOf({ bucket: 'elsewhere' }).files.put('d.webp', new Uint8Array([1]), 'image/webp'),
    )
  })

  test('is down where nobody listens', async () => {
    const { files, logged } = filesOf({ endpoint: 'http://127.0.0.1:9' })
    await down(files.put('e.webp', new Uint8Array([1]), 'image/webp'))
    await down(files.get('e.webp'))
    await down(files.remove('e.webp'))
    assert.equal(logged.length, 3)
  })

  test('is down when it does not answer in time', async () => {
    await using silent = await listening(() => {})
    await down(filesOf({ endpoint: silent.endpoint, limitMs: 50 }).files.get('f.webp'))
  })

  test('is asked again when it stumbles', async () => {
    let asked = 0
    await using failingDatabase = await listening((request, response) => {
      request.resume()
      asked++
      response.writeHead(asked === 1 ? 503 : 200).end()
    })
    const { files } = filesOf({ endpoint: failingDatabase.endpoint })
    await files.put('g.webp', new Uint8Array([1]), 'image/webp')
    assert.equal(asked, 2)
  })

  test('is asked by the name of the file in the path of its bucket, under a signature', async () => {
    const seen: object[] = []
    await using curious = await listening((request, response) => {
      const { method, url, headers } = request
      const ours = isSigned(request, 'swordfish') && !isSigned(request, 'barracuda')
      seen.push({ method, url, ours, sum: headers['x-amz-content-sha256'] })
      request.resume()
      response.end()
    })
    const { files } = filesOf({ endpoint: curious.endpoint, secretKey: 'swordfish' })
    await files.put('h.webp', new Uint8Array([1]), 'image/webp')
    await files.get('h.webp')
    await files.remove('h.webp')
    const url = '/photos/h.webp'
    const sum = createHash('sha256').update('\u0001').digest('hex')
    assert.deepEqual(seen, [
      { method: 'PUT', url, ours: true, sum },
      { method: 'GET', url, ours: true, sum: 'UNSIGNED-PAYLOAD' },
      { method: 'DELETE', url, ours: true, sum: 'UNSIGNED-PAYLOAD' },
    ])
  })

  test('is never asked for a name that could lead elsewhere', async () => {
    const { files } = filesOf()
    for (const name of ['../a.webp', 'a/b.webp', 'a.webp?acl', '', '.webp', 'a%2e.webp'])
      await assert.rejects(files.get(name), /no name of a file/u)
  })
})
