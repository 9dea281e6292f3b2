import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ImportLine } from '#contract/repertoire-import.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { useWrongFocus } from '#web/lib/use-wrong-focus.ts'
import { wrongInSong } from '#web/lib/wrong-in-song.ts'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import css from './preview-row.module.css'

export type LineFormProps = {
  line: ImportLine
  onMend: (song: { title: string; artistName: string }) => Promise<void>
  onClose: () => void
}

/** A line, typed anew in its place. */
export function LineForm({ line, onMend, onClose }: LineFormProps) {
  // Of a line that was not understood its own text is the best beginning.
  const [title, setTitle] = useState(line.state === 'unclear' ? line.text : line.title)
  const [artistName, setArtistName] = useState(line.artistName)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useWrongFocus(form, wrong)

  const send = async () => {
    const found = wrongInSong(title, artistName)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    try {
      await onMend({ title, artistName })
      onClose()
    } catch (failure) {
      setWrong({ title: sentenceOf(failure) })
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
        error={wrong['title']}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field
        label="Исполнитель"
        autoComplete="off"
        onKeyDown={leave}
        value={artistName}
        error={wrong['artistName']}
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
