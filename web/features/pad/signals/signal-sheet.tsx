import { useState } from 'react'
import { api } from '#contract/index.ts'
import { checkOwnSignals, OWN_SIGNALS_MOST, SIGNAL_MAX, SIGNALS } from '#domain/queue/signals.ts'
import { call } from '#web/lib/calls/call.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PadSheet } from '../over/pad-sheet.tsx'
import css from './signals.module.css'
import type { Signals } from './use-signals.ts'

type SignalSheetProps = {
  signals: Signals
  /** The artist sets his own ones; a second pad gives them. */
  mayEdit: boolean
  onClose: () => void
}

/** One press gives a signal to all pads of the concert. */
export function SignalSheet({ signals, mayEdit, onClose }: SignalSheetProps) {
  const { own, give } = signals
  return (
    <PadSheet open onClose={onClose} title="Сигнал группе">
      <div className={css.signals}>
        {[...SIGNALS, ...own].map((words) => (
          <button
            key={words}
            type="button"
            className={css.signal}
            onClick={() => {
              onClose()
              give(words)
            }}
          >
            {words}
          </button>
        ))}
      </div>
      {mayEdit && <OwnSignals {...signals} />}
    </PadSheet>
  )
}

/** The artist's own signals, kept in his account. */
function OwnSignals({ own, setOwn }: Signals) {
  const [words, setWords] = useState('')
  const { saving, errors, correct, save, formOf } = useForm({ toast: true })
  const put = (signals: readonly string[]) =>
    save(async () => {
      checkOwnSignals(signals)
      setOwn(await call(api.artist.setOwnSignals, { body: { signals: [...signals] } }))
    })
  const add = async () => {
    if (await put([...own, words])) setWords('')
  }
  return (
    <details>
      <summary className={css.more}>Свои сигналы</summary>
      <ul aria-label="Свои сигналы">
        {own.map((one) => (
          <li key={one} className={css.own}>
            {one}
            <Button
              size="s"
              variant="text"
              disabled={saving}
              aria-label={`Убрать сигнал: ${one}`}
              onClick={() => void put(own.filter((other) => other !== one))}
            >
              Убрать
            </Button>
          </li>
        ))}
      </ul>
      {own.length < OWN_SIGNALS_MOST && (
        <form {...formOf(add)}>
          <Field
            label="Новый сигнал"
            autoComplete="off"
            maxLength={SIGNAL_MAX}
            value={words}
            error={errors['signals']}
            onChange={({ target }) => {
              setWords(target.value)
              correct()
            }}
          />
          <Button type="submit" block loading={saving} disabled={words.trim() === ''}>
            Добавить
          </Button>
        </form>
      )}
    </details>
  )
}
