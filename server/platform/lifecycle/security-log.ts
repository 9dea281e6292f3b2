import { createHmac } from 'node:crypto'
import type { Log } from './log.ts'

/** What is logged of logins and of what protects an account (ASVS 16.3). */
type SecurityEvent =
  | 'login'
  | 'login by a key'
  | 'login with a new device'
  | 'wrong login'
  | 'wrong password'
  | 'password changed'
  | 'password recovered'
  | 'e-mail changed'
  | 'e-mail change undone'
  | 'payout number changed'
  | 'payout number change undone'
  | 'key added'
  | 'key removed'
  | 'key used'
  | 'key refused'
  | 'recovery codes given'
  | 'recovery code used'
  | 'keys lost'
  | 'rights refused'

type Who = {
  /** The id of an account, or the typed name of none. */
  readonly account?: string
  /** The network address of the caller. */
  readonly network?: string
  /** The name of the call. */
  readonly call?: string
}

/** Logs an event of security: who and from where by keyed hashes alone, the same ones as long as the secret is. */
export function logSecurity(
  { log, codeSecret }: { readonly log: Pick<Log, 'info'>; readonly codeSecret: string },
  event: SecurityEvent,
  { account, network, call }: Who,
): void {
  const hashed = (kind: string, text: string) =>
    `h${createHmac('sha256', codeSecret).update(`log ${kind} ${text}`).digest('hex').slice(0, 16)}`
  log.info(
    {
      event,
      ...(account !== undefined && { account: hashed('account', account) }),
      ...(network !== undefined && { network: hashed('network', network) }),
      ...(call !== undefined && { call }),
    },
    'security',
  )
}
