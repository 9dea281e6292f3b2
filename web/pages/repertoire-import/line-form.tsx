import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ImportLine } from '#contract/repertoire-import.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import css from './preview-row.module.css'

export type LineFormProps = {
  line: ImportLine
  onMend: (song: { title: string; artistName: string }) => Promise<ImportLine>
  onClose: () => void
}

/** A line, typed anew in its place. */
export function LineForm({ line, onMend, onClose }: LineFormProps) {
  // Of a line that was not understood its own text is the best beginning.
  const [title, setTitle] = useState(line.state === 'unclear' ? line.text : line.title)
  const [artistName, setArtistName] = useState(line.artistName)
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = async () => {
    setSending(true)
    setWrong(null)
    try {
      const { state, why } = await onMend({ title, artistName })
      if (state === 'unclear') setWrong(why)
      else onClose()
    } catch (failure) {
      setWrong(sentenceOf(failure))
    } finally {
      setSending(false)
    }
  }

  const leave = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }

  return (
    <form
      ref={form}
      className={css.form}
      aria-label={`Строка ${line.number}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void send()
      }}
    >
      <p className="t-s muted">{line.text}</p>
      <Field
        label="Название песни"
        autoComplete="off"
        onKeyDown={leave}
        value={title}
        error={wrong}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label="Исполнитель"
        autoComplete="off"
        onKeyDown={leave}
        value={artistName}
        onChange={(event) => setArtistName(event.target.value)}
      />
      <ActionRow>
        <Button block onClick={onClose}>
          Отмена
        </Button>
        <Button block type="submit" variant="invert" loading={sending}>
          Готово
        </Button>
      </ActionRow>
    </form>
  )
}
