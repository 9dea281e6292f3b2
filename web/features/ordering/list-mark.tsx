import type { Song } from '#contract/shapes.ts'
import { classes } from '#web/ui/classes.ts'
import lists from './song-lists.module.css'
import { OrderMark, PLUS } from './support.tsx'

type ListMarkProps = {
  song: Pick<Song, 'minSongAmount' | 'learning'>
  /** The least price of an order in rubles; null where orders are free. */
  paidFrom: number | null
  /** No more may be ordered now; a press tells why. */
  dim: boolean
}

/** What a press on the row of a song does: where orders are paid, the price is the button. */
export function ListMark({ song, paidFrom, dim }: ListMarkProps) {
  if (song.learning) return <span className={lists.want}>Хочу</span>
  if (paidFrom === null) return <OrderMark className={dim ? lists.dim : undefined} />
  return (
    <span className={classes(PLUS, lists.price)}>
      <span className="sr">Заказать, </span>
      {`от ${song.minSongAmount ?? paidFrom}\u00A0₽`}
    </span>
  )
}
