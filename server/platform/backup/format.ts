/**
 * A backup is lines of JSON under zstd, the same from both engines: a head; then for each table a line
 * that names it and its columns and a line for each row, every value as PostgreSQL writes it in text;
 * and an end that tells how many rows there are and the SHA-256 of all lines before it.
 */
export const FORMAT = 1

export type Head = {
  bis: 'backup'
  format: number
  madeAt: string
  /** The files of server/platform/db/migrations that had made these tables. */
  migrations: string[]
}
export type TableLine = { table: string; columns: string[] }
export type End = { end: true; rows: number; sha256: string }

/** A file that is no whole backup of ours, in one sentence. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

/** What both sides set, so that a value in text means the same wherever it was written. */
export const PLAIN_TEXT = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, MDY'`,
  `set local intervalstyle = 'postgres'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
  `set local statement_timeout = 0`,
] as const
