import { X } from 'lucide-react'
import { Poster } from '#web/parts/poster.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './chosen-concert.module.css'
import type { MapConcert } from './map-concert.ts'
import { hrefOf, isLive, orderHrefOf, posterOf } from './map-concert.ts'

export type ChosenConcertProps = {
  concert: MapConcert
  /** The same page with nothing chosen. */
  closeHref: string
}

/** The card of the green pin, with the way to its concert. */
export function ChosenConcert({ concert, closeHref }: ChosenConcertProps) {
  return (
    <div className={css.card}>
      <Poster
        mini
        level={2}
        session={posterOf(concert)}
        action={
          <div className={css.ways}>
            <Button href={hrefOf(concert)} size="s" variant="invert">
              Перейти<span className="sr">: {concert.title}</span>
            </Button>
            {isLive(concert) && (
              <Button href={orderHrefOf(concert)} size="s">
                Заказать песню
              </Button>
            )}
          </div>
        }
      />
      <IconButton href={closeHref} label="Закрыть карточку" className={css.close}>
        <X className="ico" />
      </IconButton>
    </div>
  )
}
