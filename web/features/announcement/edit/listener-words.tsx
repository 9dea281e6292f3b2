import { WORDS_MAX } from '#domain/concerts/announcement.ts'
import { lengthNote } from '#web/lib/format.ts'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type ListenerWordsProps = {
  value: string
  onChange: (words: string) => void
}

/** What those hear who were coming to a concert that is moved or cancelled. */
export function ListenerWords({ value, onChange }: ListenerWordsProps) {
  return (
    <TextArea
      label="Что сказать слушателям"
      name="words"
      rows={3}
      maxLength={WORDS_MAX}
      value={value}
      {...lengthNote(value, WORDS_MAX, {
        help: 'Необязательно. Увидят те, кто собирался прийти',
      })}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
