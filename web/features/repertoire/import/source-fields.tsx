import { spaced } from '#domain/russian.ts'
import { IMPORT_SONGS_MAX } from '#domain/songs/song-lines.ts'
import { ENCODINGS } from '#domain/songs/text-encoding.ts'
import type { TextEncoding } from '#domain/songs/text-encoding.ts'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { Import } from './use-import.ts'

const NAMES = Object.keys(ENCODINGS) as TextEncoding[]

type FieldProps = { list: Import }

/** The encoding of a chosen text, guessed; another one reads the same file again. */
export function EncodingField({ list }: FieldProps) {
  const { source } = list
  if (source === null || !('bytes' in source)) return null
  return (
    <SelectField
      label="Кодировка"
      value={source.encoding}
      disabled={list.reading || list.adding}
      onChange={({ target }) => {
        const chosen = NAMES.find((name) => name === target.value)
        if (chosen !== undefined) void list.setEncoding(chosen)
      }}
    >
      {NAMES.map((name) => (
        <option key={name} value={name}>
          {ENCODINGS[name]}
        </option>
      ))}
    </SelectField>
  )
}

/** The sheet of a table that has several. */
export function SheetField({ list }: FieldProps) {
  const { source } = list
  if (source === null || !('sheets' in source) || source.sheets.length < 2) return null
  return (
    <SelectField
      label="Лист"
      value={source.at}
      disabled={list.reading}
      onChange={({ target }) => void list.setSheet(Number(target.value))}
    >
      {source.sheets.map(({ name }, at) => (
        // Sheets keep their order, and two may have one name in a broken file.
        // eslint-disable-next-line react/no-array-index-key
        <option key={at} value={at}>
          {name || `Лист ${at + 1}`}
        </option>
      ))}
    </SelectField>
  )
}

/** «: 3 000 из 25 000» of a list that takes several calls. */
export function progressWords({ progress }: Pick<Import, 'progress'>): string {
  if (progress === null) return ''
  const [done, all] = [progress.done, progress.all].map((parts) => spaced(parts * IMPORT_SONGS_MAX))
  return `: ${done} из ${all}`
}

/** What is said while a list is looked up. */
export function ReadingWords({ list }: FieldProps) {
  if (!list.reading) return null
  const words = `Сверяем с каталогом${progressWords(list)}…`
  const late = list.progress === null ? 'Список длинный, ещё сверяем…' : words
  return <LoadingWords text={words} lateText={late} />
}
