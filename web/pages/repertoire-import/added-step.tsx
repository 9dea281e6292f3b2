import { useEffect, useRef } from 'react'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import { useParts } from '#web/lib/use-parts.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Import } from './use-import.ts'
import css from './repertoire-import.module.css'

export type AddedStepProps = { list: Import; added: readonly Song[] }

/** What came of the list, and the way back. */
export function AddedStep({ list, added }: AddedStepProps) {
  const { shown, left, more } = useParts(added)
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => told.current?.focus(), [])
  return (
    <div className={css.step}>
      <div ref={told} tabIndex={-1} className={css.told}>
        <p className="d-s">
          {added.length === 0
            ? 'Все эти песни уже в репертуаре'
            : `Добавлено ${counted(added.length, 'песня', 'песни', 'песен')}`}
        </p>
        {added.length > 0 && (
          <Button loading={list.takingBack} onClick={() => void list.takeBack(added)}>
            Отменить
          </Button>
        )}
      </div>
      <div className={css.ways}>
        <Button href="/artist/favorite_songs" variant="primary">
          Открыть репертуар
        </Button>
        <Button onClick={list.startAgain}>Ещё список</Button>
      </div>
      {added.length > 0 && (
        <Section title="Добавлены" count={added.length}>
          <ul>
            {shown.map((song) => (
              <SongRow key={song.songId} song={song} />
            ))}
          </ul>
          {left > 0 && (
            <Button block onClick={more}>
              Показать ещё
            </Button>
          )}
        </Section>
      )}
    </div>
  )
}
