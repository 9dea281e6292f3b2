import type { Song } from '#contract/shapes.ts'
import { SongCover } from '#web/parts/song-cover.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { OrderForm } from './order-form.tsx'
import type { OrderFormProps } from './order-form.tsx'

export type OrderableSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

export type SongSheetProps = Omit<OrderFormProps, 'children' | 'yes' | 'no'> & {
  open: boolean
  song: OrderableSong
}

/** «Do you want to add this one?» */
export function SongSheet({ open, song, ...form }: SongSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={form.onClose}
      title={song.title}
      subtitle={song.artistName}
      cover={<SongCover songId={song.songId} imageUrl={song.imageUrl} size={88} />}
      cross={false}
    >
      <OrderForm {...form} yes="Да" no="Нет">
        <input type="hidden" name="songId" value={song.songId} />
        <input type="hidden" name="title" value={song.title} />
        <input type="hidden" name="artistName" value={song.artistName} />
        <input type="hidden" name="imageUrl" value={song.imageUrl} />
        <p className="t-l">Вы хотите добавить этот трек?</p>
      </OrderForm>
    </Sheet>
  )
}
