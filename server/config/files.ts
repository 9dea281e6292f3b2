import { base, text, together } from './values.ts'
import type { Environment } from './values.ts'
import { BadConfig } from './values.ts'

export type FilesConfig =
  | { kind: 'disk' }
  | {
      kind: 's3'
      /** Without a slash at the end. */
      endpoint: string
      bucket: string
      region: string
      accessKey: string
      secretKey: string
    }

const BUCKET = /^[\da-z][\da-z.-]{1,61}[\da-z]$/u

/** Where photos are kept: in DATA_DIR, or in a storage that speaks S3. */
export function readFiles(env: Environment): FilesConfig {
  const endpoint = base(env, 'S3_ENDPOINT')
  const keys = together(env, [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ])
  if (endpoint === null || keys === null) return { kind: 'disk' }
  if (!BUCKET.test(keys.S3_BUCKET))
    throw new BadConfig(
      `S3_BUCKET должно быть именем бакета, а задано «${text(env, 'S3_BUCKET')}».`,
    )
  return {
    kind: 's3',
    endpoint,
    bucket: keys.S3_BUCKET,
    region: keys.S3_REGION,
    accessKey: keys.S3_ACCESS_KEY,
    secretKey: keys.S3_SECRET_KEY,
  }
}
