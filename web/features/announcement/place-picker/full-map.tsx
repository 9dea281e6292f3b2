import { useId, useState } from 'react'
import type { MapPoint } from '#web/parts/map/map-pin.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons.tsx'
import ground from '#web/ui/modal-ground.module.css'
import { useModal } from '#web/ui/use-modal.ts'
import css from './full-map.module.css'
import { PickMap } from './pick-map.tsx'
import { pointOf } from './place-draft.ts'
import { PointLine } from './point-line.tsx'
import type { PointAsker } from './use-point-words.ts'

export type FullMapProps = {
  /** Where the pin is so far. */
  point: MapPoint | null
  name: string
  start: MapPoint
  asker: PointAsker
  /** The pin is taken over. */
  onChosen: (point: MapPoint) => void
  /** Nothing is taken over. */
  onClose: () => void
}

/** The map over the whole screen. What is set on it counts once it is chosen. */
export function FullMap({ point, name, start, asker, onChosen, onClose }: FullMapProps) {
  const titleId = useId()
  const { ref } = useModal(true, onClose)
  const [pin, setPin] = useState(point)
  return (
    <dialog ref={ref} aria-labelledby={titleId} className={classes(ground.ground, css.ground)}>
      <div className={css.screen}>
        <div className={css.top}>
          <IconButton label="Назад" onClick={onClose}>
            <ArrowLeft className="ico" />
          </IconButton>
          <h2 id={titleId} className="d-xs">
            Место концерта
          </h2>
        </div>
        <PickMap
          point={pin}
          name={name}
          start={start}
          still={false}
          onPick={(place) => {
            const next = pointOf(place)
            setPin(next)
            asker.ask(next)
          }}
          className={css.map}
        />
        <div className={css.foot}>
          <PointLine
            point={pin}
            asker={asker}
            otherwise={
              pin === null
                ? 'Коснитесь карты или поставьте точку в её середину. Карту двигают и стрелки.'
                : 'Точку можно перетащить или поставить заново.'
            }
          />
          <Button
            variant="primary"
            block
            disabled={pin === null}
            onClick={() => pin && onChosen(pin)}
          >
            Выбрать
          </Button>
        </div>
      </div>
    </dialog>
  )
}
