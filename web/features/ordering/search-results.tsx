import type { MouseEvent } from 'react'
import type { Song } from '#contract/shapes.ts'
import { counted } from '#domain/russian.ts'
import type { Search } from '#web/lib/use-search.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListPlus } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { OrderAddress } from './address.ts'
import type { Orders } from './use-orders.ts'
import { limited } from './rule-line.tsx'
import { ListMark } from './list-mark.tsx'
import { limitNowText } from './sheets/before-texts.ts'
import { noteOf } from './sheets/order-sheet.ts'
import lists from './song-lists.module.css'

/** «2 из 2 заказано. Третью можно, когда сыграют «Zombie», примерно через 10 минут». */
function LimitNow({ left, mine, rules }: Pick<Orders, 'left' | 'mine' | 'rules'>) {
  const when = left && limitNowText(left.most, mine.orders, rules.paidFrom !== null)
  if (!when) return null
  return (
    <output className={lists.limit}>
      <b>{`${left.ordered} из ${left.most} заказано.`}</b> {when}
    </output>
  )
}

type SearchResultsProps = { search: Search<readonly Song[]>; orders: Orders }

const ALL = 'Все песни'

/** The search results, the artist's own songs first, and a link to suggest a song that was not found. */
export function SearchResults({
  search: { text, found, pending, failed, again },
  orders,
}: SearchResultsProps) {
  const { hrefOf, rules, sheet, ordering } = orders
  const full = rules.paidFrom === null && limited(orders)
  const { suggestions } = rules
  const q = text.trim()
  const ask = (address: OrderAddress) => (full ? ordering.refuseMore() : void sheet.open(address))
  const groups = [
    { title: 'Репертуар музыканта', songs: found?.filter((song) => song.isFavorite) ?? [] },
    { title: ALL, songs: found?.filter((song) => !song.isFavorite) ?? [] },
  ].filter(({ songs }) => songs.length > 0)
  return (
    <div className={classes('wrap', lists.results)}>
      {limited(orders) && <LimitNow {...orders} />}
      {failed !== null && (
        <div role="alert" className={lists.failed}>
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
      {found !== null && found.length > 0 && (
        <output className="sr">{`Нашли ${counted(found.length, 'песню', 'песни', 'песен')}`}</output>
      )}
      {groups.map(({ title, songs }) => (
        <Section
          key={title}
          title={title}
          count={title === ALL && rules.paidFrom !== null ? 'сыграют, если знают' : songs.length}
        >
          <ul>
            {songs.map((song) => (
              <SongRow
                key={song.songId}
                song={song}
                href={hrefOf({ q, song: song.songId })}
                onPress={() => ask({ q, song: song.songId })}
                note={noteOf(song, orders.live.queue)}
                mark={<ListMark song={song} paidFrom={rules.paidFrom} dim={full} />}
              />
            ))}
          </ul>
        </Section>
      ))}
      {found !== null && suggestions && (
        <div className={lists.ownResults}>
          {found.length > 0 && <p className="muted">Нет нужной песни?</p>}
          <Button
            block
            size="stage"
            icon={<ListPlus />}
            href={hrefOf({ q, suggest: true })}
            onClick={(event: MouseEvent) => {
              event.preventDefault()
              ask({ q, suggest: true })
            }}
          >
            Предложить свою песню
          </Button>
        </div>
      )}
    </div>
  )
}
