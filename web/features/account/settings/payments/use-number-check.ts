import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { PayoutNumber } from '#contract/payout.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { proveByKey } from '#web/lib/device/passkeys.ts'
import { openPaymentTab } from '#web/lib/payments/payment-tab.ts'
import { usePoll, usePresses } from '#web/lib/value-hooks.ts'
import { fieldsShown, validatePayoutAddress } from '../settings-fields.ts'
import type { SettingsForm } from '../use-settings-form.ts'

const LOOK_MS = 3000

export type NumberCheck = {
  number: PayoutNumber | null
  /** `asking`: before the money is taken; `paying`: the bank's page was opened. */
  stage: 'idle' | 'asking' | 'paying'
  starting: boolean
  looking: boolean
  /** Opens the confirmation of a check, or shows the fields' errors. */
  ask(): void
  /** Call it inside the event handler of the press. */
  start(): Promise<void>
  dismiss(): void
  /** Asks once more who the receiver is, after its question was closed without an answer. */
  askReceiver(): void
  /** The receiver whom the bank names is the artist: payouts begin. */
  confirmReceiver(name: string): void
  confirming: boolean
  /** Reads the number's state from the server; a failure is shown. */
  look(): void
  /** The same without showing a failure, for when the number may have changed. */
  refresh(): void
}

/** The check of the number for payouts: ten rubles charged, nine sent, and its state. */
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

  // A failed poll is ignored: the next one reads the state again.
  const refresh = () => void orWhenUnavailable(ask(), undefined)
  usePoll(number?.state === 'checking' || stage === 'paying', LOOK_MS, refresh)

  return {
    number,
    stage,
    starting: isPending('start'),
    looking: isPending('look'),

    ask() {
      const validated = validatePayoutAddress(form.payment)
      if ('errors' in validated) form.refuse(validated.errors)
      else if (!form.missesPassword())
        void press('ask', async () => {
          // Before the bank's tab takes the focus, without which no browser asks for a key.
          if (form.asksKey) await proveByKey()
          setStage('asking')
        })
    },

    async start() {
      const validated = validatePayoutAddress(form.payment)
      if ('errors' in validated) return
      const { phoneNumber, sbpNumberId } = validated.values
      const tab = openPaymentTab()
      await press(
        'start',
        async () => {
          // The check is for the saved number, and an artist who pays for it also wants the switch above saved.
          const { paidSongsEnabled } = form.payment
          await form.savePayment({ phoneNumber, sbpNumberId, paidSongsEnabled })
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
    askReceiver: () => setStage('paying'),
    confirmReceiver: (name) =>
      void press('receiver', async () => {
        setNumber(await call(api.payment.confirmRecipient, { body: { name } }))
      }),
    confirming: isPending('receiver'),
    look: () => void press('look', ask),
    refresh,
  }
}
