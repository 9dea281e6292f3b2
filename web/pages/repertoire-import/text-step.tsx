import { FileText } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { Import } from './use-import.ts'
import css from './repertoire-import.module.css'

export type TextStepProps = { list: Import }

const HELP = 'До 1 000 песен за раз. Можно с номерами, таблицей с колонками или одними названиями.'
const EXAMPLE = 'Кино — Группа крови\nСплин — Выхода нет'
const TYPES = '.csv,.txt,.tsv,text/plain,text/csv,text/tab-separated-values'

/** The text of a list, pasted or from a file. */
export function TextStep({ list }: TextStepProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <form
      className={css.step}
      onSubmit={(event) => {
        event.preventDefault()
        if (!list.reading) void list.check()
      }}
    >
      <TextArea
        label="Песни, по одной в строке"
        name="songs"
        rows={10}
        spellCheck={false}
        placeholder={EXAMPLE}
        help={HELP}
        error={list.wrong}
        value={list.text}
        onChange={(event) => list.setText(event.target.value)}
      />
      <div className={css.file}>
        <Button
          icon={<FileText className="ico" />}
          disabled={list.reading}
          onClick={() => file.current?.click()}
        >
          Выбрать файл CSV или TXT
        </Button>
        <input
          ref={file}
          type="file"
          accept={TYPES}
          hidden
          aria-label="Файл со списком песен"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void list.open(chosen)
            // The same file, mended, may be chosen again.
            target.value = ''
          }}
        />
      </div>
      {list.reading && (
        <LoadingWords text="Сверяем с каталогом…" lateText="Список длинный, ещё сверяем…" />
      )}
      <FootBar className={css.foot}>
        <Button
          type="submit"
          variant="primary"
          block
          loading={list.reading}
          disabled={list.text.trim() === ''}
        >
          Проверить
        </Button>
      </FootBar>
    </form>
  )
}
