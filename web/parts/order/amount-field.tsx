import { useState } from 'react'
import { MAX_SONG_RUBLES } from '#domain/money.ts'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { cappedRubles } from '../../lib/order-wish.ts'

export type AmountFieldProps = {
  minRubles: number
  /** What stands there at first; without it the minimum. */
  typed: string | null
  error: string | null
  onChange: () => void
}

const LABEL = 'Сумма заказа ₽'

/** What an order shall cost. The whole number is chosen when the field is, so that typing replaces it. */
export function AmountField({ minRubles, typed, error, onChange }: AmountFieldProps) {
  const [digits, setDigits] = useState(typed ?? String(minRubles))
  return (
    <AmountInput
      name="amount"
      label={LABEL}
      placeholder={LABEL}
      required
      value={digits}
      onValue={(next) => {
        setDigits(cappedRubles(next))
        onChange()
      }}
      onFocus={(event) => event.currentTarget.select()}
      step={20}
      min={minRubles}
      max={MAX_SONG_RUBLES}
      error={error}
      help={`Сумма заказа, от ${minRubles} до ${MAX_SONG_RUBLES} ₽`}
    />
  )
}
