import type { FieldName, SignupForm } from './signup-form.ts'
import { carriedFields, valueOf } from './signup-form.ts'

type CarriedFieldsProps = { form: SignupForm; shown: readonly FieldName[] }

/** What the other steps gathered, so that a form sent without scripts holds all of it. */
export function CarriedFields({ form, shown }: CarriedFieldsProps) {
  return carriedFields(shown).map((name) => {
    const value = valueOf(form, name)
    return value === null ? null : <input key={name} type="hidden" name={name} value={value} />
  })
}
