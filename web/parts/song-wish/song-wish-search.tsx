import { useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { TOO_MANY_WISHED } from '#web/lib/wished-songs.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { FoundSongs } from './found-songs.tsx'
import type { Wishes } from './load-wishes.ts'
import type { WishList } from './use-wishes.ts'
import css from './song-wish-search.module.css'

export type SongWishSearchProps = {
  /** What stands in the empty field. */
  label: string
  wishes: Wishes
  list: WishList
  /** What of the address has to outlive a search where no scripts run. */
  hidden?: ReactNode
}

const WAIT_MS = 500

const findSongs = (input: string, signal: AbortSignal) =>
  call(api.songs.findSong, { query: { input } }, { signal })

/** A search of songs, each to be added to those that a listener wishes to hear. */
export function SongWishSearch({ label, wishes, list, hidden }: SongWishSearchProps) {
  const { search: asked } = wishes
  const search = useSearch<Wishes['wished']>(findSongs, {
    waitMs: WAIT_MS,
    first: asked && { text: asked.q, found: asked.found },
  })
  const root = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (search.text.trim() !== '') search.again()
  }
  return (
    <div ref={root} className={css.search}>
      <search>
        <form method="get" className={css.form} onSubmit={submit}>
          <SearchBox
            name="q"
            label={label}
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
      <FoundSongs
        search={search}
        chosen={list.songs}
        onAdd={(song) => {
          list.add(song)
          search.put('')
          root.current?.querySelector('input')?.focus()
        }}
      />
    </div>
  )
}
