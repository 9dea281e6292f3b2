import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Settings } from '#contract/shapes.ts'
import type { PaymentSettings } from '#domain/payment-settings.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { PaymentForm } from './payment-form.ts'
import { bareFields, formOf, judge } from './payment-form.ts'

export type SettingsForm = {
  payment: PaymentForm
  errors: FieldRefusals
  saving: boolean
  /** Something typed is not saved yet. */
  changed: boolean
  change(part: Partial<PaymentForm>): void
  /** Shows why fields are wrong. */
  refuse(fields: FieldRefusals): void
  /** Saves the whole form; tells in words how it went. */
  save(): Promise<boolean>
  /** Saves this part of it at once and without a word, where it is not saved yet. */
  keep(part: Partial<PaymentSettings>): Promise<void>
}

/** The settings in their fields, from the page's answer to the saved ones. */
export function useSettingsForm(loaded: Settings): SettingsForm {
  const [saved, setSaved] = useState(loaded.paymentDTO)
  const [payment, setPayment] = useState(() => formOf(saved))
  const [errors, setErrors] = useState<FieldRefusals>({})
  const { press, isPending } = usePresses()
  const toast = useToast()

  async function send(part: Partial<PaymentSettings>) {
    const { paymentDTO } = await call(api.auth.update, { body: { paymentDTO: part } })
    setSaved(paymentDTO)
    return paymentDTO
  }

  return {
    payment,
    errors,
    saving: isPending('save'),
    changed: JSON.stringify(payment) !== JSON.stringify(formOf(saved)),
    refuse: setErrors,

    change(part) {
      setPayment((before) => ({ ...before, ...part }))
      // What is being mended is not scolded, and the focus stays where it is.
      const mended = Object.keys(part)
      if (mended.some((name) => name in errors)) setErrors({})
    },

    async save() {
      const judged = judge(payment)
      if ('wrong' in judged) {
        setErrors(judged.wrong)
        return false
      }
      return press(
        'save',
        async () => {
          setPayment(formOf(await send(judged.right)))
          setErrors({})
          toast('Настройки сохранены')
        },
        (failure) => setErrors(bareFields(failure.fields)),
      )
    },

    async keep(part) {
      const kept = { ...saved, ...part }
      if (JSON.stringify(kept) !== JSON.stringify(saved)) await send(part)
    },
  }
}
