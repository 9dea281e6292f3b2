import { createHash, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The credentials shared by the merchant and the demo bank, as a real bank would issue them. */
export type SandboxKeys = {
  readonly terminalKey: string
  /** Signs the calls and the notices of payments. */
  readonly password: string
  readonly payouts: {
    readonly terminalKey: string
    /** Signs the notices of payouts. */
    readonly password: string
    /** RSA, PKCS#8. */
    readonly privateKeyPem: string
    readonly publicKeyPem: string
    readonly serial: string
  }
}

const TERMINAL = 'BisDEMO'
const PAYOUT_TERMINAL = 'BisDEMOE2C'

/** Made on first use and the same for every process on this database. */
export async function sandboxKeys(sql: Sql): Promise<SandboxKeys> {
  return keysOf({
    password: await instanceSecret(sql, 'sandbox_bank_password'),
    payoutPassword: await instanceSecret(sql, 'sandbox_bank_payout_password'),
    privateKeyPem: await instanceSecret(sql, 'sandbox_bank_payouts', newKey),
  })
}

/** The keys of a bank that ends with its process. */
export function newSandboxKeys(): SandboxKeys {
  return keysOf({
    password: randomUUID(),
    payoutPassword: randomUUID(),
    privateKeyPem: newKey(),
  })
}

function keysOf(secrets: {
  password: string
  payoutPassword: string
  privateKeyPem: string
}): SandboxKeys {
  const { privateKeyPem } = secrets
  const publicKeyPem = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' })
  return {
    terminalKey: TERMINAL,
    password: secrets.password,
    payouts: {
      terminalKey: PAYOUT_TERMINAL,
      password: secrets.payoutPassword,
      privateKeyPem,
      publicKeyPem,
      serial: serialOf(publicKeyPem),
    },
  }
}

/** In decimal, as in the bank's certificates. */
function serialOf(publicKeyPem: string): string {
  const digest = createHash('sha256').update(publicKeyPem).digest('hex')
  return String(BigInt(`0x${digest.slice(0, 32)}`))
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' })
}
