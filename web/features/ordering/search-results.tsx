import type { MouseEvent } from 'react'
import type { Song } from '#contract/shapes.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListPlus } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Orders } from './use-orders.ts'
import { OrderMark, WantMark } from './support.tsx'
import { noteOf } from './sheets/order-sheet.ts'
import css from './order-screen.module.css'

type SearchResultsProps = { search: Search<readonly Song[]>; orders: Orders }

/** The search results, the artist's own songs first, and a link to suggest a song that was not found. */
export function SearchResults({
  search: { text, found, pending, failed, again },
  orders: { hrefOf, rules, sheet },
}: SearchResultsProps) {
  const { suggestions } = rules
  const q = text.trim()
  const groups = [
    { title: 'Репертуар музыканта', songs: found?.filter((song) => song.isFavorite) ?? [] },
    { title: 'Все песни', songs: found?.filter((song) => !song.isFavorite) ?? [] },
  ].filter(({ songs }) => songs.length > 0)
  return (
    <div className={classes('wrap', css.results)}>
      {failed !== null && (
        <div role="alert" className={css.failed}>
          <p className="t-l">{failed}</p>
          <Button
            variant="invert"
            size="s"
            href={hrefOf({ q })}
            onClick={(event: MouseEvent) => {
              event.preventDefault()
              again()
            }}
          >
            Искать ещё раз
          </Button>
        </div>
      )}
      {found === null && pending && <LoadingWords text="Ищем…" />}
      {found?.length === 0 && failed === null && (
        <output className="t-l muted">
          {suggestions
            ? 'Такой песни у нас нет. Предложите её музыканту.'
            : 'Такой песни сегодня нет в списке.'}
        </output>
      )}
      {groups.map(({ title, songs }) => (
        <Section key={title} title={title}>
          <ul>
            {songs.map((song) => (
              <SongRow
                key={song.songId}
                song={song}
                href={hrefOf({ q, song: song.songId })}
                onPress={() => void sheet.open({ q, song: song.songId })}
                note={noteOf(song, rules.paidFrom !== null)}
                mark={song.learning ? <WantMark>Хочу</WantMark> : <OrderMark />}
              />
            ))}
          </ul>
        </Section>
      ))}
      {found !== null && suggestions && (
        <div className={css.ownResults}>
          {found.length > 0 && <p className="muted">Нет нужной песни?</p>}
          <Button
            block
            size="stage"
            icon={<ListPlus className="ico" />}
            href={hrefOf({ q, suggest: true })}
            onClick={(event: MouseEvent) => {
              event.preventDefault()
              void sheet.open({ q, suggest: true })
            }}
          >
            Предложить свою песню
          </Button>
        </div>
      )}
    </div>
  )
}
