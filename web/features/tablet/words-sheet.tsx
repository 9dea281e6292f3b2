import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { checkOrderWords, ORDER_NAME_MAX, ORDER_WORDS_MAX } from '#domain/queue/order-words.ts'
import type { ConcertRules } from '#web/features/ordering/index.ts'
import { readOrderForm } from '#web/features/ordering/index.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { lengthNote } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { TabletWish } from './tablet-orders.ts'
import css from './pairing.module.css'

const SingingFields = lazy(() => import('#web/parts/songs/singing-fields.tsx'))

export type GuestWords = Pick<TabletWish, 'name' | 'words' | 'sings'>

type WordsSheetProps = {
  open: boolean
  asks: ConcertRules['asks']
  onClose: () => void
  onWords: (words: GuestWords) => void
}

/** A name, a dedication, «Спою сам»: as far as the concert asks for them. Nothing of it is remembered. */
export function WordsSheet({ open, asks, onClose, onWords }: WordsSheetProps) {
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const [sings, setSings] = useState(false)
  const { errors, refuse } = useForm()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { wish } = readOrderForm(new FormData(event.currentTarget))
    if (refuse(fieldErrors(() => checkOrderWords(wish, asks)))) return
    onWords({
      ...(wish.name !== undefined && { name: wish.name }),
      ...(wish.words !== undefined && { words: wish.words }),
      ...(wish.sings !== undefined && { sings: wish.sings }),
    })
  }
  return (
    <Sheet open={open} onClose={onClose} title="Слова к песне">
      <form noValidate autoComplete="off" className={css.form} onSubmit={send}>
        {(asks.words !== 'off' || sings) && (
          <Field
            name="name"
            label="Ваше имя"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            {...lengthNote(name, ORDER_NAME_MAX, {
              error: errors['name'],
              help: sings
                ? 'По нему вас позовут на сцену, и его увидит зал'
                : asks.namesShown
                  ? 'Его увидят все, кто смотрит очередь'
                  : 'Его увидит только музыкант',
            })}
          />
        )}
        {asks.words === 'name_and_words' && (
          <TextArea
            name="words"
            label="Слова к песне"
            rows={2}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            {...lengthNote(words, ORDER_WORDS_MAX, {
              error: errors['words'],
              help: 'Поздравление или посвящение, увидит музыкант',
            })}
          />
        )}
        {asks.singing && (
          <Suspense>
            <SingingFields
              sings={sings}
              onSings={setSings}
              written={undefined}
              error={errors['singsWith']}
            />
          </Suspense>
        )}
        <Button type="submit" variant="primary" size="stage" block>
          Готово
        </Button>
      </form>
    </Sheet>
  )
}
