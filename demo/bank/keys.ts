import { randomUUID } from 'node:crypto'
import { certificateOf, newPayoutKey } from '#packages/tbank-sandbox/keys.ts'
import type { PayoutTerminalKeys, TerminalKeys } from '#packages/tbank-sandbox/keys.ts'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** The credentials shared by the merchant and the demo bank, with the merchant's private key (RSA, PKCS#8). */
export type SandboxKeys = TerminalKeys & {
  readonly payouts: PayoutTerminalKeys & { readonly privateKeyPem: string }
}

const TERMINAL = 'BisDEMO'
const PAYOUT_TERMINAL = 'BisDEMOE2C'

/** Made on first use and the same for every process on this database. */
export async function sandboxKeys(sql: Sql): Promise<SandboxKeys> {
  return keysOf({
    password: await instanceSecret(sql, 'sandbox_bank_password'),
    payoutPassword: await instanceSecret(sql, 'sandbox_bank_payout_password'),
    privateKeyPem: await instanceSecret(sql, 'sandbox_bank_payouts', newPayoutKey),
  })
}

/** The keys of a bank that ends with its process. */
export function newSandboxKeys(): SandboxKeys {
  return keysOf({
    password: randomUUID(),
    payoutPassword: randomUUID(),
    privateKeyPem: newPayoutKey(),
  })
}

function keysOf(secrets: {
  password: string
  payoutPassword: string
  privateKeyPem: string
}): SandboxKeys {
  const { password, payoutPassword, privateKeyPem } = secrets
  return {
    terminalKey: TERMINAL,
    password,
    payouts: {
      terminalKey: PAYOUT_TERMINAL,
      password: payoutPassword,
      privateKeyPem,
      ...certificateOf(privateKeyPem),
    },
  }
}
