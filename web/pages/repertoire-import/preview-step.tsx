import { useEffect, useRef, useState } from 'react'
import type { LineState } from '#domain/song-import.ts'
import { counted } from '#domain/russian.ts'
import { Button } from '#web/ui/button.tsx'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PreviewList } from './preview-list.tsx'
import { likenessTaken, likeSomething, wishedSongs } from './preview-lines.ts'
import { StateFilter } from './state-filter.tsx'
import type { Import, Preview } from './use-import.ts'
import css from './repertoire-import.module.css'

export type PreviewStepProps = { list: Import; preview: Preview }

/** What the list means, line by line, before anything is added. */
export function PreviewStep({ list, preview }: PreviewStepProps) {
  const [shown, setShown] = useState<LineState | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const { lines, titleFirst } = preview
  const songs = wishedSongs(lines).length
  const alike = likeSomething(lines)
  // The button that led here is gone, and with it the place where the keyboard was.
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className={css.step}>
      <div className={css.rules}>
        <p className="t-l">
          {counted(lines.length, 'строка', 'строки', 'строк')}. Ничего ещё не добавлено.
        </p>
        <Switch
          checked={titleFirst}
          disabled={list.turning}
          help="В строках «Песня — Артист», а не «Артист — Песня»"
          onChange={(event) => void list.turn(event.target.checked)}
        >
          Сначала песня
        </Switch>
        <Button size="s" disabled={list.adding} onClick={list.toText}>
          Изменить текст
        </Button>
      </div>
      <StateFilter lines={lines} shown={shown} onShow={setShown} />
      {alike > 1 && (
        <Button variant="tonal" onClick={() => list.change(likenessTaken(lines))}>
          {`Взять похожие из каталога: ${alike}`}
        </Button>
      )}
      <PreviewList key={shown ?? 'all'} list={list} lines={lines} shown={shown} />
      <FootBar className={css.foot}>
        {list.adding && <LoadingWords text={`Добавляем ${songsInWords(songs)}…`} />}
        <Button
          variant="primary"
          block
          loading={list.adding}
          disabled={songs === 0 || list.turning}
          onClick={() => void list.add(lines)}
        >
          {songs === 0 ? 'Добавлять нечего' : `Добавить ${songsInWords(songs)}`}
        </Button>
      </FootBar>
    </div>
  )
}

function songsInWords(songs: number): string {
  return counted(songs, 'песню', 'песни', 'песен')
}
