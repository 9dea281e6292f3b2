import { useState } from 'react'
import type { LineState } from '#domain/song-import.ts'
import { useParts } from '#web/lib/use-parts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { asSong, crossed, mended } from './preview-lines.ts'
import type { PreviewLine } from './preview-lines.ts'
import { PreviewRow } from './preview-row.tsx'
import type { Import } from './use-import.ts'

export type PreviewListProps = {
  list: Import
  lines: readonly PreviewLine[]
  shown: LineState | null
}

/** The lines of one state, or all of them, in the order of the text. */
export function PreviewList({ list, lines, shown }: PreviewListProps) {
  // A line that is being mended stays where it is, though its state may change.
  const [editing, setEditing] = useState<number | null>(null)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const wanted = lines.filter(
    ({ state, number }) => shown === null || state === shown || kept.has(number),
  )
  const parts = useParts(wanted)
  const keep = (number: number) => setKept(new Set([...kept, number]))
  if (wanted.length === 0) return <EmptyState rest={false} muted text="Таких строк нет." />
  return (
    <Section title="Строки" count={wanted.length}>
      <ul>
        {parts.shown.map((line) => (
          <PreviewRow
            key={line.number}
            line={line}
            editing={editing === line.number}
            onEdit={(open) => {
              keep(line.number)
              setEditing(open ? line.number : null)
            }}
            onMend={(song) => list.mend(line.number, song)}
            onSong={(song) => {
              keep(line.number)
              list.change(mended(lines, line.number, asSong(song)))
            }}
            onCross={(on) => list.change(crossed(lines, line.number, on))}
          />
        ))}
      </ul>
      {parts.left > 0 && (
        <Button block onClick={parts.more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}
