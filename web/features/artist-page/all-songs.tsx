import { useNavigate, useNavigation } from 'react-router'
import { counted } from '#domain/russian.ts'
import { Button } from '#web/ui/button.tsx'
import { ALL_SONGS_HREF } from './artist-tab.ts'

export type AllSongsProps = { left: number }

/** The way to the rest of a long repertoire, in its place; a link before the scripts. */
export function AllSongs({ left }: AllSongsProps) {
  const navigate = useNavigate()
  const coming = useNavigation().location?.search === ALL_SONGS_HREF
  if (left === 0) return null
  return (
    <Button
      block
      href={ALL_SONGS_HREF}
      loading={coming}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(ALL_SONGS_HREF, { replace: true, preventScrollReset: true })
      }}
    >
      {`Показать ещё ${counted(left, 'песню', 'песни', 'песен')}`}
    </Button>
  )
}
