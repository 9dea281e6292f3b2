import { createRequire } from 'node:module'
import { ownFolder } from '../product/product.ts'

type Server = { run(): Promise<{ port: number }>; close(): Promise<void> }
type ServerOf = new (options: object) => Server

// The package has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as ServerOf

/** The only key that the storage below accepts. */
export const S3_KEY = { accessKey: 'S3RVER', secretKey: 'S3RVER' }

/** Starts an S3-compatible storage, with one bucket in a folder of its own. */
export async function s3Storage(bucket: string) {
  const folder = ownFolder()
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      folder.remove()
    },
  }
}
