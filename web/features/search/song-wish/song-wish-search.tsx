import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import type { Search } from '#web/lib/use-search.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus, X } from '#web/ui/icons/icons.tsx'
import { Check } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import css from './song-wish-search.module.css'
import type { WishedSong, Wishes } from './wished-songs.ts'
import { TOO_MANY_WISHED, storeWishedSongs, readWished, withSong } from './wished-songs.ts'

export type WishList = {
  songs: readonly WishedSong[]
  /** A song above the limit was wished. */
  full: boolean
  add: (song: WishedSong) => void
  remove: (songId: string) => void
}

/** The listener's songs that the page was rendered with, and their changes here. */
export function useWishes({ wished }: Wishes, onChange?: () => void): WishList {
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const [added, setAdded] = useState<readonly WishedSong[]>([])
  const [over, setOver] = useState(false)
  const known = new Map([...added, ...wished].map((song) => [song.songId, song]))
  const chosen = ids ?? wished.map(({ songId }) => songId)

  function change(next: readonly string[]) {
    storeWishedSongs(next)
    setIds(next)
    setOver(false)
    onChange?.()
  }

  return {
    songs: chosen.flatMap((id) => known.get(id) ?? []),
    full: over,
    add(song) {
      // Another page of the site may have changed the cookie meanwhile.
      const next = withSong(readWished(document.cookie), song.songId)
      if (next === null) return setOver(true)
      setAdded([...added, ...wished, song])
      change(next)
    },
    remove(songId) {
      setAdded([...added, ...wished])
      change(readWished(document.cookie).filter((id) => id !== songId))
    },
  }
}

type WishedChipsProps = { list: WishList }

/** The songs that concerts are looked for by, each with a cross. */
export function WishedChips({ list: { songs, remove } }: WishedChipsProps) {
  if (songs.length === 0) return null
  return (
    <ul aria-label="Желаемые песни" className={css.chips}>
      {songs.map(({ songId, title, artistName }) => (
        <li key={songId} className={css.chosen}>
          <span className={css.chip}>
            <span className={css.words}>{title}</span>
            <button
              type="button"
              aria-label={`Убрать «${title}», ${artistName}`}
              className={`only-scripted ${css.remove}`}
              onClick={() => remove(songId)}
            >
              <X className="ico ico-s" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}

type FoundSongsProps = {
  search: Search<WishedSong[]>
  /** The songs that are already wished. */
  chosen: readonly WishedSong[]
  onAdd: (song: WishedSong) => void
}

const MOST_SHOWN = 12

/** The results of a song search, each with a button to wish it. */
function FoundSongs({ search, chosen, onAdd }: FoundSongsProps) {
  const { found, pending, failed, again } = search
  const q = search.text.trim()
  const wished = new Set(chosen.map(({ songId }) => songId))
  if (failed !== null)
    return (
      <div role="alert" className={css.failed}>
        <p>{failed}</p>
        <Button variant="invert" size="s" onClick={again}>
          Искать ещё раз
        </Button>
      </div>
    )
  if (found === null) return pending ? <LoadingWords text="Ищем песню…" /> : null
  if (found.length === 0)
    return (
      <output className={css.failed}>
        <p className="muted">Такой песни у нас нет. Попробуйте другие слова.</p>
        <Button href={`/find-artist?q=${encodeURIComponent(q)}`} size="s">
          Найти артиста «{q}»
        </Button>
      </output>
    )
  return (
    <ul aria-label="Найденные песни" aria-busy={pending || undefined} className={css.songs}>
      {found.slice(0, MOST_SHOWN).map((song) => (
        <SongRow
          key={song.songId}
          song={song}
          {...(wished.has(song.songId)
            ? { note: 'Уже в желаемых', mark: <Check /> }
            : {
                actions: (
                  <IconButton
                    variant="line"
                    className={`only-scripted ${css.whole}`}
                    label={`Добавить «${song.title}», ${song.artistName}`}
                    onClick={() => onAdd(song)}
                  >
                    <Plus />
                  </IconButton>
                ),
              })}
        />
      ))}
    </ul>
  )
}

type SongWishSearchProps = {
  wishes: Wishes
  list: WishList
  /** Parameters of the address that a search without scripts must keep. */
  hidden?: ReactNode
}

const WAIT_MS = 500

const findSongs = (input: string, signal: AbortSignal) =>
  call(api.songs.findSong, { query: { input } }, { signal })

/** A song search; each result can be added to the listener's wishes. */
export function SongWishSearch({ wishes, list, hidden }: SongWishSearchProps) {
  const { search: asked } = wishes
  const search = useSearch<Wishes['wished']>(findSongs, {
    waitMs: WAIT_MS,
    first: asked && { text: asked.q, found: asked.found, failed: null },
  })
  const root = useRef<HTMLDivElement>(null)
  const add = (song: WishedSong) => {
    list.add(song)
    search.put('')
    root.current?.querySelector('input')?.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // While an answer is pending, the first song still belongs to the previous text.
    const first = !search.pending && search.found?.[0]
    if (first) add(first)
    else if (search.text.trim() !== '') search.again()
  }
  return (
    <div ref={root} className={css.search}>
      <search>
        <form method="get" className={css.form} onSubmit={submit}>
          <SearchBox
            name="q"
            label="Какую песню услышать"
            maxLength={200}
            value={search.text}
            onValue={search.setText}
            className={css.field}
          />
          {hidden}
          <Button type="submit" variant="tonal" className={css.find}>
            Найти песню
          </Button>
        </form>
      </search>
      {list.full && (
        <p role="alert" className={css.full}>
          {TOO_MANY_WISHED}
        </p>
      )}
      <FoundSongs search={search} chosen={list.songs} onAdd={add} />
    </div>
  )
}
