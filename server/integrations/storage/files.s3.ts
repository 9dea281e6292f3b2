import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Files } from './files.ts'
import { filesDown, safeName } from './files.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import type { OutgoingRequest } from '../outgoing-fetch.ts'

export type S3Deps = {
  /** «https://storage.example», without a slash at the end; the bucket is part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  log: { error(fields: object, sentence: string): void }
  /** Time limit of one upload or download. */
  limitMs?: number
}

type Answer = { ok: boolean; status: number; bytes: Uint8Array }

const TRIED_AGAIN = 2
const REST_MS = 50
const MISSING = 404

/** Files in an S3 storage, each under its name in one bucket. */
export function s3Files({ endpoint, bucket, log, limitMs = 15_000, ...access }: S3Deps): Files {
  const client = new AwsClient({
    accessKeyId: access.accessKey,
    secretAccessKey: access.secretKey,
    region: access.region,
    service: 's3',
  })

  async function fetchSigned(url: string, request: OutgoingRequest): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const { headers } = await client.sign(url, request)
      const response = await serviceFetch(url, { ...request, headers: Object.fromEntries(headers) })
      const stumbles = response.status >= 500 || response.status === 429
      if (!stumbles || tries === TRIED_AGAIN) return response
      await response.body?.cancel()
      await sleep(REST_MS * 2 ** tries, undefined, { signal: request.signal })
    }
  }

  /** The whole response, of success or of «there is none». */
  async function ask(name: string, request: Omit<OutgoingRequest, 'signal'>): Promise<Answer> {
    const url = `${endpoint}/${bucket}/${safeName(name)}`
    const signal = AbortSignal.timeout(limitMs)
    let answer: Answer
    try {
      const response = await fetchSigned(url, { ...request, signal })
      const bytes = new Uint8Array(await response.arrayBuffer())
      answer = { ok: response.ok, status: response.status, bytes }
    } catch (error) {
      log.error({ err: error }, 'the storage of files did not answer')
      throw filesDown()
    }
    if (answer.ok || answer.status === MISSING) return answer
    const [, code] = /<Code>(\w+)<\/Code>/u.exec(Buffer.from(answer.bytes).toString()) ?? []
    log.error({ status: answer.status, code }, 'the storage of files refused')
    throw filesDown()
  }

  return {
    async put(name, bytes, type) {
      const answer = await ask(name, {
        method: 'PUT',
        body: Buffer.from(bytes),
        headers: {
          'content-type': type,
          // Part of the signature, so that a file damaged on the way is not stored.
          'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
        },
      })
      if (answer.ok) return
      log.error({ status: answer.status, bucket }, 'the storage of files has no such bucket')
      throw filesDown()
    },

    async get(name) {
      const { ok, bytes } = await ask(name, { method: 'GET' })
      return ok ? bytes : null
    },

    async remove(name) {
      await ask(name, { method: 'DELETE' })
    },
  }
}
