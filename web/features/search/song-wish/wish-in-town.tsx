import { useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { inTown } from '#domain/town-case.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { isWished, storeWished, watchStored } from '#web/lib/device/device-memory.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SongWishSearch, useWishes, WishedChips } from './song-wish-search.tsx'
import type { SongsOfTown, WishedSong } from './wished-songs.ts'
import css from './song-wish-search.module.css'

type WishInTownProps = {
  songs: readonly WishedSong[]
  /** Empty where no town is chosen. */
  town: string
  /** Only some days were looked at. */
  ofDays?: boolean
}

/** Shown where no concert has the wished songs: artists see how many listeners wait, and listeners can subscribe to news. */
export function WishInTown({ songs, town, ofDays = false }: WishInTownProps) {
  if (ofDays)
    return <p className="muted">В эти дни концертов с вашими песнями нет. Выберите другие.</p>
  if (town === '')
    return (
      <p className="muted">
        Этих песен в афише нет. Выберите город, и артисты узнают, что их там ждут.
      </p>
    )
  return (
    <Section title={`Эти песни ${inTown(town)} пока не играют`}>
      <p className="muted">
        Скажите, какие вы хотите услышать: когда набирается трое, это видят артисты.
      </p>
      <ul aria-label={`Хочу услышать ${inTown(town)}`}>
        {songs.map((song) => (
          <Wish key={song.songId} song={song} town={town} />
        ))}
      </ul>
    </Section>
  )
}

/** Under the concerts of a town: songs that the listener would like to hear there. */
export function SongsInTown({ songs: { town, wishes, played } }: { songs: SongsOfTown }) {
  const { revalidate } = useRevalidator()
  const list = useWishes(wishes, () => void revalidate())
  const query = new URLSearchParams({ city: town }).toString()
  return (
    <div className={css.town}>
      <Section title={`Что услышать ${inTown(town)}`}>
        <div className={css.search}>
          <SongWishSearch
            wishes={wishes}
            list={list}
            hidden={<input type="hidden" name="city" value={town} />}
          />
          <WishedChips list={list} />
          {list.songs.length > 0 && played && (
            <Button href={`/search?${query}`} size="s">
              Концерты с вашими песнями
            </Button>
          )}
        </div>
      </Section>
      {list.songs.length > 0 && !played && <WishInTown songs={list.songs} town={town} />}
    </div>
  )
}

type WishProps = { song: WishedSong; town: string }

function Wish({ song, town }: WishProps) {
  const { songId, title } = song
  const { press, isPending } = usePresses()
  const wished = useSyncExternalStore(
    watchStored,
    () => isWished(songId, town),
    () => false,
  )
  const turn = () =>
    void press(songId, async () => {
      await call(api.follows.wish, { body: { songId, town, wished: !wished } })
      storeWished(songId, town, !wished)
    })
  return (
    <SongRow
      song={song}
      note={
        <span className={css.ways}>
          <Button
            size="s"
            variant={wished ? 'text' : 'line'}
            loading={isPending(songId)}
            aria-pressed={wished}
            className="only-scripted"
            onClick={turn}
          >
            Хочу услышать
            <span className="sr">: {title}</span>
          </Button>
          <FollowButton followed={{ songId, town }} name={`«${title}» ${inTown(town)}`} size="s">
            Сообщить мне
          </FollowButton>
        </span>
      }
    />
  )
}
