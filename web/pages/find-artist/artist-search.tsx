import { useEffect } from 'react'
import type { FormEvent } from 'react'
import { Form } from 'react-router'
import { api } from '#contract/index.ts'
import type { ArtistCard } from '#contract/shapes.ts'
import { call } from '#web/lib/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { ArtistResults } from './artist-results.tsx'
import type { FoundArtists } from './load-artists.ts'
import css from './find-artist.module.css'

type ArtistSearchProps = {
  /** What the page came with. */
  asked: FoundArtists
}

const ask = (input: string, signal: AbortSignal) =>
  call(api.page.searchByName, { query: { input } }, { signal })

/** A field that searches while one types, and what it found. */
export function ArtistSearch({ asked }: ArtistSearchProps) {
  const search = useSearch<readonly ArtistCard[] | null>(ask, {
    first: { text: asked.q, found: asked.artists },
  })
  const q = search.text.trim()
  useAddress(q)
  const asAsked = q === asked.q && search.found === null && !search.pending
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (q !== '') search.again()
    // The keyboard of a telephone makes room for what is found.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
  }
  return (
    <>
      <search>
        <Form method="get" action="/find-artist" className={css.form} onSubmit={submit}>
          <SearchBox
            name="q"
            label="Имя артиста или название группы"
            maxLength={200}
            value={search.text}
            onValue={search.setText}
            className={css.field}
          />
          <Button type="submit" variant="primary" className={css.find}>
            Найти
          </Button>
        </Form>
      </search>
      <ArtistResults
        q={q}
        artists={search.found}
        pending={search.pending}
        failed={search.failed ?? (asAsked ? asked.failed : null)}
        again={search.again}
      />
    </>
  )
}

/**
 * Keeps the search in the address, so that it can be sent to a friend and the way back finds it. The
 * router is not asked: what was typed is already searched for, and it would search again.
 */
function useAddress(q: string) {
  useEffect(() => {
    const address = new URL(window.location.href)
    if (q === '') address.searchParams.delete('q')
    else address.searchParams.set('q', q)
    if (address.href !== window.location.href)
      window.history.replaceState(window.history.state, '', address)
  }, [q])
}
