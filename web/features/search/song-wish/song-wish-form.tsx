import type { ReactNode } from 'react'

export type SongWishFormProps = {
  wish: 'add' | 'remove'
  songId: string
  /** Takes the place of sending the form. */
  onWish: () => void
  className?: string | undefined
  children: ReactNode
}

/** Adds a song or takes it out; the page's action does it where no scripts run. */
export function SongWishForm({ wish, songId, onWish, className, children }: SongWishFormProps) {
  return (
    <form
      method="post"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onWish()
      }}
    >
      <input type="hidden" name="wish" value={wish} />
      <input type="hidden" name="songId" value={songId} />
      {children}
    </form>
  )
}
