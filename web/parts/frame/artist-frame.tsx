import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { isUnknown, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { LoadingWords, Skeleton } from '#web/ui/status/loading-words.tsx'
import css from './artist-frame.module.css'
import { CabinetFrame, PlaceBar } from './cabinet-frame.tsx'
import { placeOf } from './cabinet-places.ts'
import { NotFoundView } from '../error-views.tsx'
import { lazyPart } from '../lazy-part.tsx'

/** The placeholder of a page of the artist's area while it loads. */
export function ArtistSkeleton() {
  return (
    <main id="main" className={css.artistSkeletonPage}>
      <Skeleton shape="title" width="half" />
      <Skeleton shape="picture" />
      <Skeleton shape="title" width="long" />
      <Skeleton width="full" />
      <Skeleton width="long" />
      <LoadingWords
        text="Загружаем…"
        lateText="Связь медленная, ещё загружаем. Можно подождать или обновить страницу."
      />
    </main>
  )
}

/** Loaded after the page, which works without it. */
export const NextStep = lazyPart<{ username: string }>(
  'web/parts/frame/next-step.tsx',
  async () => (await import('./next-step.tsx')).NextStep,
)

type ArtistBarProps = {
  /** Where the arrow leads, and its name. */
  back: { href: string; name: string }
  /** Shown in place of the name of the way back. */
  name?: string
  /** Round buttons at the right edge. */
  actions?: ReactNode
  className?: string | undefined
}

/** The header of an inner page: the way back. */
export function ArtistBar({ back, name = back.name, actions, className }: ArtistBarProps) {
  return (
    <header className={classes(css.top, className)}>
      <IconButton href={back.href} label={`Назад: ${back.name}`} className={css.back}>
        <ArrowLeft />
      </IconButton>
      <span className={css.name}>{name}</span>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}

type ArtistFrameProps = {
  title: string
  /** A line under the title. */
  lead?: ReactNode
  /** Where the arrow leads, and its name. */
  back?: { href: string; name: string }
  /** Round buttons at the right edge. */
  actions?: ReactNode
  /** A desktop shows the two children side by side. */
  columns?: boolean
  /** A desktop gives the page its whole width. */
  wide?: boolean
  children: ReactNode
}

const HOME = { href: '/artist', name: 'Кабинет' }

/** An inner page of the artist's area: the way back, the title, one column by default. */
export function ArtistFrame(props: ArtistFrameProps) {
  const { title, lead, back = HOME, actions, columns = false, wide = columns, children } = props
  const { pathname, search } = useLocation()
  const here = placeOf(pathname, new URLSearchParams(search))
  return (
    <CabinetFrame>
      <div
        className={classes(
          css.page,
          here !== null && css.framed,
          wide && css.wide,
          columns && css.columns,
        )}
      >
        {here?.isInner === false ? (
          <PlaceBar actions={actions} />
        ) : (
          <ArtistBar back={back} actions={actions} />
        )}
        <main id="main" className={css.main}>
          <div className={css.head}>
            <h1 className={css.title}>{title}</h1>
            {lead && <div className="t-l muted">{lead}</div>}
          </div>
          {children}
        </main>
      </div>
    </CabinetFrame>
  )
}

/** A page of the artist's area that could not be shown: why, and the way on. */
export function ArtistError() {
  const error = useRouteError()
  if (isUnknown(error) || (isRouteErrorResponse(error) && error.status === 404))
    return <NotFoundView />
  return (
    <ArtistFrame title="Не получилось открыть" lead={sentenceOf(error)}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Попробовать ещё раз
      </Button>
    </ArtistFrame>
  )
}
