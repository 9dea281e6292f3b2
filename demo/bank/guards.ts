import { checkSignature } from '#server/integrations/bank/tbank-dialect/signature.ts'
import { sameToken, tokenOf } from '#server/integrations/bank/tbank-dialect/token.ts'
import type { Guard } from './calls.ts'
import type { SandboxKeys } from './keys.ts'
import { Unanswerable, wordIn } from './questions.ts'
import { NO } from './refused.ts'

/** Lets in who knows the password of the terminal. */
export function byToken({ terminalKey, password }: SandboxKeys): Guard {
  return (fields) => {
    if (wordIn(fields, 'TerminalKey') !== terminalKey) throw new Unanswerable(NO.noTerminal)
    if (!sameToken(wordIn(fields, 'Token'), tokenOf(fields, password)))
      throw new Unanswerable(NO.wrongToken)
  }
}

/** Lets in who has the private key of the payouts; it signs the digest. */
export function bySignature({ payouts }: SandboxKeys): Guard {
  return (fields) => {
    if (wordIn(fields, 'TerminalKey') !== payouts.terminalKey) throw new Unanswerable(NO.noTerminal)
    const signed =
      wordIn(fields, 'X509SerialNumber') === payouts.serial &&
      checkSignature(fields, payouts.publicKeyPem, 'digest')
    if (!signed) throw new Unanswerable(NO.wrongToken)
  }
}
