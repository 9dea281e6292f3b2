import { Pencil } from 'lucide-react'
import { useRef } from 'react'
import type { Song } from '#contract/shapes.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isTakeable } from './preview-lines.ts'
import type { PreviewLine } from './preview-lines.ts'
import { LineForm } from './line-form.tsx'
import { SimilarSongs } from './similar-songs.tsx'
import { STATE_WORDS } from './state-words.ts'
import css from './preview-row.module.css'

export type PreviewRowProps = {
  line: PreviewLine
  editing: boolean
  onEdit: (open: boolean) => void
  /** The line is read anew. Throws CallFailed. */
  onMend: (song: { title: string; artistName: string }) => Promise<void>
  onSong: (song: Song) => void
  onCross: (on: boolean) => void
}

/** One line of the list: what it means, whether it comes along, and ways to mend it. */
export function PreviewRow(props: PreviewRowProps) {
  const { line, editing, onEdit, onMend, onSong, onCross } = props
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    onEdit(false)
    pencil.current?.focus()
  }
  const takeable = isTakeable(line)
  const name = line.title === '' ? line.text : line.title
  return (
    <li className={css.row}>
      <div className={css.line}>
        <Checkbox
          className={css.words}
          checked={takeable && line.on}
          disabled={!takeable}
          onChange={(event) => onCross(event.target.checked)}
        >
          <span className={css.title}>{name}</span>
          {line.artistName !== '' && <span className={css.artist}>{line.artistName}</span>}
          <span className={css.state} data-state={line.state}>
            {STATE_WORDS[line.state].one}
            {line.why !== null && `: ${line.why}`}
          </span>
        </Checkbox>
        <IconButton
          ref={pencil}
          label={`Изменить: ${name}`}
          variant="tonal"
          aria-expanded={editing}
          onClick={() => onEdit(!editing)}
        >
          <Pencil className="ico" />
        </IconButton>
      </div>
      {!editing && <SimilarSongs songs={line.similar} onSong={onSong} />}
      {editing && <LineForm line={line} onMend={onMend} onClose={close} />}
    </li>
  )
}
