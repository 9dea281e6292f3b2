import type { Config } from './config.ts'

const KEYS = {
  S3_ENDPOINT: 'https://storage.example',
  S3_BUCKET: 'bis-photos',
  S3_REGION: 'ru-1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'swordfish',
}

const STORAGE = {
  kind: 's3',
  endpoint: 'https://storage.example',
  bucket: 'bis-photos',
  region: 'ru-1',
  accessKey: 'key',
  secretKey: 'swordfish',
} as const

/** Variables that mean something only beside others. */
export const COMPANY_OF_FILES: Record<string, Record<string, string>> = Object.fromEntries(
  Object.keys(KEYS).map((name) => [name, KEYS]),
)

const s3 = (changes: object): Partial<Config> => ({ files: { ...STORAGE, ...changes } })

/** A value for every variable of the storage, and what it makes of the configuration. */
export const GIVEN_FILES: Record<string, [value: string, changes: Partial<Config>]> = {
  S3_ENDPOINT: ['http://minio:9000/', s3({ endpoint: 'http://minio:9000' })],
  S3_BUCKET: ['stage', s3({ bucket: 'stage' })],
  S3_REGION: ['ru-central1', s3({ region: 'ru-central1' })],
  S3_ACCESS_KEY: ['hall', s3({ accessKey: 'hall' })],
  S3_SECRET_KEY: ['barracuda', s3({ secretKey: 'barracuda' })],
}
