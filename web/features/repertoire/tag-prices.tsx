import { useState } from 'react'
import { api } from '#contract/index.ts'
import { checkMinimum } from '#domain/payments/payment-settings.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { ruleError } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { WholeField } from '#web/ui/fields/whole-field.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './repertoire.module.css'

/** Rubles by tag. */
export type TagPrices = ReadonlyMap<string, number>

type TagPricesSheetProps = {
  tags: readonly string[]
  prices: TagPrices
  onSaved: (prices: TagPrices) => void
  onClose: () => void
}

/** The minimum price of an order of a song with a tag. */
export function TagPricesSheet({ tags, prices, onSaved, onClose }: TagPricesSheetProps) {
  const [typed, setTyped] = useState(new Map([...prices].map(([tag, sum]) => [tag, String(sum)])))
  const { saving, errors, refuse, correct, save, formOf } = useForm({ toast: true })
  const toast = useToast()

  const minimumOf = (tag: string) => {
    const rubles = readWhole(typed.get(tag) ?? '')
    return rubles === null ? null : checkMinimum(rubles)
  }
  const send = async () => {
    for (const tag of tags) {
      const wrong = ruleError(() => minimumOf(tag))
      if (wrong !== null) return refuse({ [tag]: wrong })
    }
    return save(async () => {
      // The others may have been set elsewhere since.
      const minimums = tags
        .map((tag) => ({ tag, minSongAmount: minimumOf(tag) }))
        .filter(({ tag, minSongAmount }) => minSongAmount !== (prices.get(tag) ?? null))
      const saved = await call(api.artist.setTagMinimums, { body: { minimums } })
      onSaved(pricesOf(saved))
      toast('Цены меток сохранили')
      onClose()
    })
  }
  return (
    <BackSheet
      open
      onClose={onClose}
      title="Цены меток"
      subtitle="Минимум за песню с меткой, когда заказы платные. Своя цена песни важнее; из нескольких меток действует самая дорогая."
    >
      <form {...formOf(send)} className={css.own}>
        {tags.map((tag, at) => (
          <WholeField
            key={tag}
            label={`${tag}, ₽`}
            name={`tag${at}`}
            placeholder="Как у концерта"
            value={typed.get(tag) ?? ''}
            error={errors[tag]}
            onValue={(text) => {
              setTyped(new Map(typed).set(tag, text))
              correct([tag])
            }}
          />
        ))}
        <Button type="submit" variant="primary" loading={saving}>
          Сохранить
        </Button>
      </form>
    </BackSheet>
  )
}

export function pricesOf(
  minimums: readonly { tag: string; minSongAmount: number | null }[],
): TagPrices {
  return new Map(
    minimums.flatMap(({ tag, minSongAmount }) =>
      minSongAmount === null ? [] : [[tag, minSongAmount]],
    ),
  )
}
