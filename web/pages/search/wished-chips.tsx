import { SongWishForm } from '#web/parts/song-wish/song-wish-form.tsx'
import type { WishList } from '#web/parts/song-wish/use-wishes.ts'
import { Chip } from '#web/ui/chip.tsx'
import css from './wished-chips.module.css'

type WishedChipsProps = { list: WishList }

/** The songs that concerts are looked for by, each with a cross. */
export function WishedChips({ list: { songs, remove } }: WishedChipsProps) {
  if (songs.length === 0) return null
  return (
    <ul aria-label="Желаемые песни" className={css.chips}>
      {songs.map(({ songId, title, artistName }) => (
        <li key={songId} className={css.chip}>
          <SongWishForm wish="remove" songId={songId} onWish={() => remove(songId)}>
            <Chip removeSubmits removeLabel={`Убрать «${title}», ${artistName}`}>
              {title}
            </Chip>
          </SongWishForm>
        </li>
      ))}
    </ul>
  )
}
