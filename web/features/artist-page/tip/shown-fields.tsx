import { useState, useSyncExternalStore } from 'react'
import { checkTipName, ORDER_NAME_MAX } from '#domain/queue/order-words.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { ruleError } from '#web/lib/calls/call-failed.ts'
import { readListenerName, storeListenerName, watchStored } from '#web/lib/device/device-memory.ts'
import { lengthNote } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type ShownFieldsProps = {
  atFirst: TipShown | undefined
  error: string | null
  onChange: () => void
}

/** What the hall may read of a tip: nothing, a name, the sum with it. */
export function ShownFields({ atFirst, error, onChange }: ShownFieldsProps) {
  const hydrated = useHydrated()
  const stored = useSyncExternalStore(watchStored, readListenerName, () => '')
  const [named, setNamed] = useState(atFirst !== undefined)
  const [typed, setTyped] = useState(atFirst?.name ?? null)
  const name = typed ?? stored
  // Without scripts no tick opens the other fields.
  const isOpen = named || !hydrated
  return (
    <>
      <Checkbox
        name="showName"
        defaultChecked={named}
        onChange={(event) => {
          setNamed(event.target.checked)
          onChange()
        }}
      >
        Показать моё имя в зале
      </Checkbox>
      {isOpen && (
        <>
          <Field
            name="shownName"
            label="Ваше имя"
            autoComplete="given-name"
            value={name}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange()
            }}
            {...lengthNote(name, ORDER_NAME_MAX, { error })}
          />
          <Checkbox name="showSum" defaultChecked={atFirst?.withSum}>
            и сумму
          </Checkbox>
        </>
      )}
    </>
  )
}

/** Why the name cannot be shown, or null; stores a valid one on this device. */
export function refusedName(shown: TipShown | undefined): string | null {
  if (shown === undefined) return null
  const error = ruleError(() => checkTipName(shown.name))
  if (error === null) storeListenerName(shown.name)
  return error
}
