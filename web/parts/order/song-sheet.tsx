import type { Song } from '#contract/shapes.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SongCover } from '../song-cover.tsx'
import { OrderForm } from './order-form.tsx'
import type { OrderFormProps } from './order-form.tsx'

export type OrderableSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

export type SongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  open: boolean
  song: OrderableSong
}

/** «Do you want to add this one?», or for how much. */
export function SongSheet({ open, song, ...form }: SongSheetProps) {
  const paid = form.paidFrom !== null
  const bySum = paid && form.look === 'sum'
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title={song.title}
      subtitle={song.artistName}
      cover={<SongCover songId={song.songId} imageUrl={song.imageUrl} size={88} />}
      cross={bySum}
    >
      <OrderForm
        {...form}
        key={song.songId}
        yes={bySum ? 'Заказать' : 'Да'}
        no={bySum ? null : 'Нет'}
      >
        <input type="hidden" name="songId" value={song.songId} />
        <input type="hidden" name="title" value={song.title} />
        <input type="hidden" name="artistName" value={song.artistName} />
        <input type="hidden" name="imageUrl" value={song.imageUrl} />
        {!bySum && (
          <p className="t-l">
            {paid ? 'Вы хотите оплатить этот трек?' : 'Вы хотите добавить этот трек?'}
          </p>
        )}
      </OrderForm>
    </Sheet>
  )
}
