import type { Step } from '#web/parts/step-progress.tsx'
import type { RecoveryForm } from './recovery-form.ts'
import { carriedFields } from './recovery-form.ts'

export type CarriedFieldsProps = { form: RecoveryForm; shown: Step }

/** What the other steps gathered, so that a form sent without scripts holds all of it. */
export function CarriedFields({ form, shown }: CarriedFieldsProps) {
  return carriedFields(shown).map((name) => (
    <input key={name} type="hidden" name={name} value={form[name]} />
  ))
}
