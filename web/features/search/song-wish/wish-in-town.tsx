import { useSyncExternalStore } from 'react'
import { api } from '#contract/index.ts'
import { inTown } from '#domain/town-case.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { call } from '#web/lib/call.ts'
import { isWished, storeWished, watchStored } from '#web/lib/device-memory.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { WishedSong } from './wished-songs.ts'
import css from './song-wish-search.module.css'

type WishInTownProps = {
  songs: readonly WishedSong[]
  /** Empty where no town is chosen. */
  town: string
}

/** Stands where nobody plays the wished songs: artists are told how many wait, and whoever waits when there is news. */
export function WishInTown({ songs, town }: WishInTownProps) {
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

type WishProps = { song: WishedSong; town: string }

function Wish({ song, town }: WishProps) {
  const { songId, title } = song
  const hydrated = useHydrated()
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
          {hydrated && (
            <Button
              size="s"
              variant={wished ? 'text' : 'line'}
              loading={isPending(songId)}
              aria-pressed={wished}
              onClick={turn}
            >
              Хочу услышать
              <span className="sr">: {title}</span>
            </Button>
          )}
          <FollowButton followed={{ songId, town }} name={`«${title}» ${inTown(town)}`} size="s">
            Сообщить мне
          </FollowButton>
        </span>
      }
    />
  )
}
