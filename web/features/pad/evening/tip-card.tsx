import { useState } from 'react'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { rubles, useViewerZone } from '#web/lib/format.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import css from './tip-card.module.css'

/** Money with words, or a word alone, that the artist has not answered yet. */
export type Given = {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  /** Empty where the listener gave none. */
  readonly name: string
  /** He gave one, which the word filter holds back. */
  readonly held: boolean
  readonly table: number | null
  /** Kopecks; 0 for thanks without money. */
  readonly amount: number
  readonly words: string
  /** Money, and not a word alone. */
  readonly isTip: boolean
}

type TipCardProps = {
  /** The oldest first. */
  given: readonly Given[]
  onAnswer: (one: Given) => void
  onDrop: (one: Given) => void
  onOpen: (one: Given) => Promise<void>
}

/** What came from the hall: large, one at a time, until it is answered or put away. */
export function TipCard({ given, onAnswer, onDrop, onOpen }: TipCardProps) {
  const zone = useViewerZone()
  const [one, ...behind] = given
  return (
    <div aria-live="polite" className={css.place}>
      {one !== undefined && (
        <section key={one.id} aria-label="Благодарят" className={css.card}>
          <p className={css.when}>Благодарят · {clockTime(new Date(one.at), zone)}</p>
          <p className={css.line}>
            <b className={css.name}>{whoOf(one)}</b>
            {one.amount > 0 && <b className={css.sum}>{rubles(one.amount)}</b>}
          </p>
          {one.held && <HeldName onOpen={() => onOpen(one)} />}
          {one.words !== '' && <Words key={one.id} words={one.words} />}
          <div className={css.answers}>
            <Button variant="invert" block onClick={() => onAnswer(one)}>
              {one.name === '' ? 'Спасибо!' : `Спасибо, ${one.name}!`}
            </Button>
            <IconButton label="Убрать без ответа" variant="tonal" onClick={() => onDrop(one)}>
              <X />
            </IconButton>
          </div>
          {behind.length > 0 && (
            <p className={css.behind}>
              Ещё {counted(behind.length, 'благодарность', 'благодарности', 'благодарностей')} за
              ней
            </p>
          )}
        </section>
      )}
    </div>
  )
}

/** Stands where a name is that the word filter hides. */
function HeldName({ onOpen }: { onOpen: () => Promise<void> }) {
  const { saving, save } = useSaving({ toast: true })
  return (
    <p className={css.words}>
      Имя: <i>скрыто</i>{' '}
      <Button
        variant="line"
        aria-label="Показать имя"
        loading={saving}
        onClick={() => void save(onOpen)}
      >
        Показать
      </Button>
    </p>
  )
}

function whoOf({ name, table }: Given): string {
  const where = table === null ? [] : [`стол ${table}`]
  return [name === '' ? 'Из зала' : name, ...where].join(', ')
}

/** The words of a tip; those that the word filter hides are shown on request. */
export function Words({ words }: { words: string }) {
  const [shown, setShown] = useState(false)
  const isHidden = !shown && isHeldBack(words)
  return isHidden ? (
    <p className={css.words}>
      <i>скрыто</i>{' '}
      <Button variant="line" onClick={() => setShown(true)}>
        Показать
      </Button>
    </p>
  ) : (
    <p className={css.words}>{words}</p>
  )
}
