import { useState } from 'react'
import { lengthNote } from '#web/lib/format.ts'
import { ORDER_NAME_MAX } from '#domain/queue/order-words.ts'
import { KEY_SHIFT_MOST, keyShiftWords } from '#domain/queue/singing.ts'
import type { Singing } from '#domain/queue/singing.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type SingingFieldsProps = {
  sings: boolean
  onSings: (sings: boolean) => void
  /** Of a refused order. */
  written: Singing | undefined
  error: string | undefined
}

const KEYS = Array.from({ length: 2 * KEY_SHIFT_MOST + 1 }, (_, at) => KEY_SHIFT_MOST - at)

/** «Спою сам»: one tick, which opens with whom and in which key. */
export default function SingingFields({ sings, onSings, written, error }: SingingFieldsProps) {
  const hydrated = useHydrated()
  const [other, setOther] = useState(written?.with ?? '')
  return (
    <>
      <Checkbox name="sings" checked={sings} onChange={(event) => onSings(event.target.checked)}>
        Спою сам
      </Checkbox>
      {(sings || !hydrated) && (
        <>
          <Field
            name="singsWith"
            label="С кем вместе (если не один)"
            value={other}
            onChange={(event) => setOther(event.target.value)}
            {...lengthNote(other, ORDER_NAME_MAX, { error })}
          />
          <SelectField label="Тональность" name="keyShift" defaultValue={written?.keyShift ?? 0}>
            {KEYS.map((semitones) => (
              <option key={semitones} value={semitones}>
                {keyShiftWords(semitones) ?? 'как в песне'}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </>
  )
}
