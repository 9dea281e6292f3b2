import { useState } from 'react'
import { checkSuggestion, SONG_LINE_MAX } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import type { FieldRefusals } from '#domain/refusal.ts'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { Wish } from '../../lib/order-wish.ts'
import { OrderForm } from './order-form.tsx'
import type { OrderFormProps } from './order-form.tsx'

export type OwnSongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  open: boolean
  /** What was searched for, or typed here before. */
  typed: string
  artistTyped: string
}

/** A song that no list knows, in the listener's own words. */
export function OwnSongSheet({ open, typed, artistTyped, onOrder, ...form }: OwnSongSheetProps) {
  const [wrong, setWrong] = useState<FieldRefusals>({})
  const bySum = form.paidFrom !== null && form.look === 'sum'

  const order = (wish: Wish) => {
    try {
      const words = checkSuggestion(wish.title, wish.artistName)
      setWrong({})
      onOrder({ ...wish, ...words, songId: null })
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.fields === undefined) throw refusal
      setWrong(refusal.fields)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title="Предложите свою песню"
      subtitle="Если музыкант её не знает, он её пропустит."
      cross={bySum}
    >
      <OrderForm
        {...form}
        onOrder={order}
        yes={bySum ? 'Заказать' : 'Предложить'}
        no={bySum ? null : 'Отмена'}
      >
        <Field
          name="title"
          label="Название песни"
          defaultValue={typed}
          required
          maxLength={SONG_LINE_MAX}
          autoComplete="off"
          error={wrong['title']}
        />
        <Field
          name="artistName"
          label="Исполнитель"
          defaultValue={artistTyped}
          help="Можно оставить пустым"
          maxLength={SONG_LINE_MAX}
          autoComplete="off"
          error={wrong['artistName']}
        />
      </OrderForm>
    </Sheet>
  )
}
