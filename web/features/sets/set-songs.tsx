import { useState } from 'react'
import type { OwnSong } from '#contract/shapes.ts'
import { hasTag, tagCounts } from '#domain/songs/repertoire.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { foldSong } from '#packages/song-search/song-text.ts'
import { useParts } from '#web/lib/use-parts.ts'
import { TagLine } from '#web/parts/songs/tag-line.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Check } from '#web/ui/icons/more-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from './set-songs.module.css'

type KeyAndLengthProps = { song: Pick<OwnSong, 'key' | 'tempo' | 'seconds'> }

/** The key, large, over «98 BPM · 4:45». */
export function KeyAndLength({ song: { key, tempo, seconds } }: KeyAndLengthProps) {
  const facts = [
    tempo === undefined ? '' : `${tempo} BPM`,
    seconds === undefined ? '' : lengthWords(seconds),
  ].filter((fact) => fact !== '')
  return (
    <span className={css.facts}>
      {key !== undefined && (
        <>
          <span className="sr">тональность</span>
          <b>{key}</b>
        </>
      )}
      {facts.join(' · ')}
    </span>
  )
}

type PickSongsProps = {
  songs: readonly OwnSong[]
  has: (songId: string) => boolean
  onPick: (song: OwnSong, picked: boolean) => void
}

/** The repertoire: a tick puts a song at the end of the set, and takes it out. */
export function PickSongs({ songs, has, onPick }: PickSongsProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const asked = foldSong(text)
  const found = songs.filter(
    ({ title, artistName, tags = [] }) =>
      (chosen === null || hasTag(tags, chosen)) &&
      (asked === '' || foldSong(`${title} ${artistName}`).includes(asked)),
  )
  const { shown, left, more } = useParts(found)
  if (songs.length === 0)
    return (
      <EmptyState
        text="В репертуаре пока пусто."
        action={<Button href="/artist/favorite_songs">Добавить песни</Button>}
      />
    )
  return (
    <>
      <SearchBox
        label="Найти песню"
        value={text}
        onValue={setText}
        // Enter must not save the set around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <TagLine
        tags={tagCounts(songs.map(({ tags = [] }) => ({ tags })))}
        value={chosen}
        onValue={setChosen}
      />
      {found.length === 0 && (
        <output className="t-l muted">
          В репертуаре такой песни нет. Добавьте её туда, и она встанет в сет.
        </output>
      )}
      <div>
        {shown.map((song) => (
          <button
            key={song.songId}
            type="button"
            // oxlint-disable-next-line prefer-tag-over-role -- the whole row is the box
            role="checkbox"
            aria-checked={has(song.songId)}
            className={css.pick}
            onClick={() => onPick(song, !has(song.songId))}
          >
            <span aria-hidden="true" className={css.box}>
              <Check className="ico ico-s" />
            </span>
            <span className={css.words}>
              <span className={css.title}>{song.title}</span>
              <span className={css.artist}>{song.artistName}</span>
            </span>
            <KeyAndLength song={song} />
          </button>
        ))}
      </div>
      {left > 0 && (
        <Button block onClick={more}>
          Показать ещё
        </Button>
      )}
    </>
  )
}
