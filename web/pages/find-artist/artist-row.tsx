import type { ArtistCard } from '#contract/shapes.ts'
import { ArtistPhoto } from '#web/parts/artist-photo.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import css from './artist-row.module.css'

type ArtistRowProps = { artist: ArtistCard }

/** One artist that was found, the whole row a way to the page. */
export function ArtistRow({ artist }: ArtistRowProps) {
  const { name, username } = artist
  return (
    <li className={css.row}>
      <Anchor href={`/user/${username}`} className={css.way}>
        <ArtistPhoto artist={artist} sizes="112px" width={112} height={56} className={css.photo} />
        <span className={css.words}>
          <b className={css.name}>{name === '' ? username : name}</b>
          <span className={css.nick}>{username}</span>
        </span>
      </Anchor>
    </li>
  )
}
