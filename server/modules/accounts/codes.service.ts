import { codeVerdict } from '#domain/account.ts'
import type { Refusal } from '#domain/refusal.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Sql } from '../../platform/db/open.ts'
import { inTransaction } from '../../platform/db/tx.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import type { CodePurpose } from './codes.store.ts'
import { hashCode, newCode, refuseHaste, sameHash, tidyCode } from './codes.ts'
import {
  addCode,
  codesSince,
  countWrongTry,
  lockCodes,
  newestCode,
  removeCode,
  removeCodesBefore,
  useCode,
} from './codes.store.ts'
import type { LetterText } from './letters.ts'

export type CodeDeps = { sql: Sql; now: () => Date; mail: Mail; secret: string }

/** Why a code does not open: `last` is a wrong one after which none counts. */
export type CodeFault = 'dead' | 'wrong' | 'last'

type Refuse = (fault: CodeFault) => Refusal

type Tried = { email: string; purpose: CodePurpose; code: string; refuse: Refuse }

const KEEP_MS = DAY_MS

/** Codes that arrive by mail and prove whose address it is. */
export function makeCodes({ sql, now, mail, secret }: CodeDeps) {
  /** A new code, which kills the one before it. Refuses RESEND_TOO_SOON and TOO_MANY. */
  async function issue(email: string, purpose: CodePurpose): Promise<{ id: string; code: string }> {
    const code = newCode()
    const at = now()
    const id = await inTransaction(sql, async (tx) => {
      await lockCodes(tx, email)
      const since = new Date(at.getTime() - HOUR_MS)
      refuseHaste(await codesSince(tx, { email, purpose, since }), at)
      await removeCodesBefore(tx, new Date(at.getTime() - KEEP_MS))
      const hash = hashCode(secret, { email, purpose, code })
      return addCode(tx, { email, purpose, hash, at })
    })
    return { id, code }
  }

  return {
    issue,

    /** A code whose letter did not leave was never issued: the one before it lives. */
    withdraw: (id: string) => removeCode(sql, id),

    /**
     * Sends a new code, which kills the one before it.
     * Refuses RESEND_TOO_SOON, TOO_MANY, and MAIL_DOWN, after which nothing counts as sent.
     */
    async send(email: string, purpose: CodePurpose, letter: (code: string) => LetterText) {
      const { id, code } = await issue(email, purpose)
      try {
        await mail.send({ to: email, ...letter(code) })
      } catch (error) {
        await removeCode(sql, id)
        throw error
      }
    },

    /**
     * Judges a code and gives the id to `use` it by; throws what `refuse` makes of a fault. A wrong
     * try counts, whatever becomes of the call, so that guessing ends after a few.
     */
    async judge({ email, purpose, code, refuse }: Tried): Promise<string> {
      const outcome = await inTransaction(sql, async (tx) => {
        const sent = await newestCode(tx, { email, purpose })
        if (sent === undefined) return 'dead'
        const typed = hashCode(secret, { email, purpose, code: tidyCode(code) })
        const verdict = codeVerdict(sent, sameHash(sent.codeHash, typed), now())
        if (verdict === 'dead') return verdict
        if (verdict === 'ok') return { id: sent.id }
        await countWrongTry(tx, sent.id)
        const next = codeVerdict({ ...sent, tries: sent.tries + 1 }, true, now())
        return next === 'dead' ? 'last' : 'wrong'
      })
      if (typeof outcome === 'string') throw refuse(outcome)
      return outcome.id
    },

    /** Spends a judged code in the transaction of what it opens; the second of two is refused. */
    async use(tx: Sql, id: string, refuse: Refuse): Promise<void> {
      if (!(await useCode(tx, id, now()))) throw refuse('dead')
    },
  }
}

export type Codes = ReturnType<typeof makeCodes>
