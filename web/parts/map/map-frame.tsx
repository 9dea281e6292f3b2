import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { Plus } from '#web/ui/icons/icons.tsx'
import { Minus } from '#web/ui/icons/more-icons.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import type { Credit } from './base-map.ts'
import css from './map-frame.module.css'
import type { SeenBounds } from './leaflet-map.ts'
import type { MapState } from './use-map.ts'

type MapCreditsProps = { credits: readonly Credit[]; className?: string | undefined }

/** The credits of a map, with the links that their terms require. */
function MapCredits({ credits, className }: MapCreditsProps) {
  return (
    <p data-over-map className={className}>
      {credits.map(({ text, href }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          {href === undefined ? (
            text
          ) : (
            <Anchor href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </Anchor>
          )}
        </Fragment>
      ))}
    </p>
  )
}

type MapFrameProps = {
  state: MapState
  /** What the map shows, in words. */
  label: string
  /** The text on the ground before the map loads. */
  text: string
  /** The visible part, as the map reported it last. */
  seen: SeenBounds | null
  /** More round buttons under plus and minus. */
  buttons?: ReactNode
  className?: string | undefined
  /** What is drawn over the map once it has loaded, before the buttons. */
  children?: ReactNode
}

/** The ground of a map with its buttons, its scale and its credits. */
export function MapFrame(props: MapFrameProps) {
  const { state, label, text, seen, buttons, className, children } = props
  const { frame, box, map, opening, failed, again } = state
  return (
    <section
      ref={frame}
      aria-label={label}
      data-map={map === null ? 'away' : 'open'}
      className={classes(css.frame, className)}
    >
      <div ref={box} className={css.box} />
      {map === null && (
        <div className={css.words}>
          {opening ? (
            <LoadingWords text="Загружаем карту…" />
          ) : (
            <p>{failed ? 'Карта не загрузилась.' : text}</p>
          )}
          {failed && (
            <Button size="s" onClick={again}>
              Попробовать ещё раз
            </Button>
          )}
        </div>
      )}
      {map !== null && (
        <>
          {children}
          <div data-over-map className={css.buttons}>
            <IconButton
              label="Приблизить"
              variant="line"
              aria-disabled={seen?.nearest || undefined}
              onClick={map.zoomIn}
            >
              <Plus />
            </IconButton>
            <IconButton label="Отдалить" variant="line" onClick={map.zoomOut}>
              <Minus />
            </IconButton>
            {buttons}
          </div>
          {seen !== null && (
            <p data-over-map className={css.scale} style={{ width: seen.scale.widthPx }}>
              <span className="sr">Масштаб: </span>
              {seen.scale.text}
            </p>
          )}
          <MapCredits credits={map.credits} className={css.credit} />
        </>
      )}
    </section>
  )
}
