import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Files } from './files.ts'
import { filesDown, safeName } from './files.ts'

export type S3Deps = {
  /** «https://storage.example», without a slash at the end; the bucket stands in the path. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  log: { error(fields: object, sentence: string): void }
  /** How long one file may take to go up, and to begin to come down. */
  limitMs?: number
}

const TRIED_AGAIN = 2
const MISSING = 404

/** Files in a storage that speaks S3, each under its name in one bucket. */
export function s3Files({ endpoint, bucket, log, limitMs = 15_000, ...access }: S3Deps): Files {
  const client = new AwsClient({
    accessKeyId: access.accessKey,
    secretAccessKey: access.secretKey,
    region: access.region,
    service: 's3',
    retries: TRIED_AGAIN,
  })

  /** Gives answers of success and «there is none». */
  async function ask(name: string, request: RequestInit): Promise<Response> {
    const url = `${endpoint}/${bucket}/${safeName(name)}`
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    let answer: Response
    try {
      answer = await client.fetch(url, { ...request, signal: limit.signal })
    } catch (error) {
      log.error({ err: error }, 'the storage of files did not answer')
      throw filesDown()
    } finally {
      // What comes down may take as long as the one who looks at it.
      clearTimeout(timer)
    }
    if (answer.ok || answer.status === MISSING) return answer
    const words = await answer.text().catch(() => '')
    const [, code] = /<Code>(\w+)<\/Code>/u.exec(words) ?? []
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
          // Part of what is signed, so that a file that came up wrong is not kept.
          'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
        },
      })
      await answer.body?.cancel()
      if (answer.ok) return
      log.error({ status: answer.status, bucket }, 'the storage of files has no such bucket')
      throw filesDown()
    },

    async get(name) {
      const answer = await ask(name, { method: 'GET' })
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel()
        return null
      }
      const told = answer.headers.get('content-length')
      const bytes = Readable.fromWeb(answer.body as ReadableStream)
      return { bytes, size: told === null ? null : Number(told) }
    },

    async remove(name) {
      const answer = await ask(name, { method: 'DELETE' })
      await answer.body?.cancel()
    },
  }
}
