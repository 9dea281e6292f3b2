import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payout.ts'
import { call } from '#web/lib/call.ts'
import { openPaymentTab } from '#web/lib/payment-tab.ts'
import { usePoll, usePresses } from '#web/lib/value-hooks.ts'
import { fieldsShown, judgeAddress } from './settings-fields.ts'
import type { SettingsForm } from './use-settings-form.ts'

const LOOK_MS = 3000

export type NumberCheck = {
  number: PayoutNumber | null
  /** `asking`: before the money is taken; `paying`: the bank's page was opened. */
  stage: 'idle' | 'asking' | 'paying'
  starting: boolean
  looking: boolean
  /** Asks whether to check; goes to the fields instead where they are wrong. */
  ask(): void
  /** To be called in the press itself. */
  start(): Promise<void>
  dismiss(): void
  /** Asks the server how the number stands; a failure is told. */
  look(): void
  /** The same without a word: the number may have changed. */
  refresh(): void
}

/** The check of the number for payouts: ten rubles taken, nine sent, and the state of it all. */
export function useNumberCheck(
  loaded: PayoutNumber | null,
  artistUsername: string,
  form: SettingsForm,
): NumberCheck {
  const [number, setNumber] = useState(loaded)
  const [stage, setStage] = useState<NumberCheck['stage']>('idle')
  const { press, isPending } = usePresses()

  async function ask() {
    setNumber(await call(api.payment.number, {}))
  }

  // What a look that fails would have said, a later one says.
  const refresh = () => void ask().catch(() => undefined)
  usePoll(number?.state === 'checking' || stage === 'paying', LOOK_MS, refresh)

  return {
    number,
    stage,
    starting: isPending('start'),
    looking: isPending('look'),

    ask() {
      const judged = judgeAddress(form.payment)
      if ('wrong' in judged) form.refuse(judged.wrong)
      else if (!form.missesPassword()) setStage('asking')
    },

    async start() {
      const judged = judgeAddress(form.payment)
      if ('wrong' in judged) return
      const { phoneNumber, sbpNumberId } = judged.right
      const tab = openPaymentTab()
      await press(
        'start',
        async () => {
          // The check proves the number that is kept, and whoever pays for it means the switch above it.
          const { paidSongsEnabled } = form.payment
          await form.keep({ phoneNumber, sbpNumberId, paidSongsEnabled })
          const body = { number: phoneNumber, sbpNumberId, artistUsername }
          tab.go(await call(api.auth.checkNumber, { body }))
          setNumber({ phoneNumber, sbpNumberId, state: 'checking' })
          setStage('paying')
        },
        (failure) => {
          tab.close()
          setStage('idle')
          form.refuse(fieldsShown(failure.fields))
          refresh()
        },
      )
    },

    dismiss: () => setStage('idle'),
    look: () => void press('look', ask),
    refresh,
  }
}
