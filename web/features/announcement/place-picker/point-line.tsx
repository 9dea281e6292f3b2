import type { MapPoint } from '#web/parts/map/map-pin.ts'
import { Beat } from '#web/ui/beat.tsx'
import { Button } from '#web/ui/button.tsx'
import { lineOf, samePoint } from './place-draft.ts'
import css from './point-line.module.css'
import type { PointAsker } from './use-point-words.ts'

export type PointLineProps = {
  point: MapPoint | null
  asker: PointAsker
  /** What is said as long as the map says nothing of the point. */
  otherwise: string
  /** The address that was found stands somewhere else already. */
  silent?: boolean
}

/** What stands at the point, in words, or that they are on their way, or did not come. */
export function PointLine({ point, asker, otherwise, silent = false }: PointLineProps) {
  const { words, again } = asker
  const known = point !== null && words !== null && samePoint(words.point, point) ? words : null
  return (
    <output className={css.line}>
      {known === null && otherwise !== '' && <span className="muted">{otherwise}</span>}
      {known?.state === 'asked' && (
        <>
          <Beat />
          <span>Узнаём адрес…</span>
        </>
      )}
      {known?.found && !silent && <span>{lineOf(known.found)}</span>}
      {known?.state === 'nameless' && (
        <span>Адреса у этой точки нет: напишите его сами, точка останется.</span>
      )}
      {known?.state === 'failed' && (
        <>
          <span>Не удалось узнать адрес точки: напишите его сами, точка останется.</span>
          <Button size="s" onClick={again}>
            Узнать ещё раз
          </Button>
        </>
      )}
    </output>
  )
}
