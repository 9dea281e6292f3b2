import type { MetaFunction } from 'react-router'
import { useLoaderData, useSearchParams } from 'react-router'
import { passOf } from '#web/lib/calls/token.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { NotFoundView } from '#web/parts/error-views.tsx'
import { hallClientLoader, hallLoader, useHallError } from './hall-live.ts'
import type { HallView } from './load.ts'
import { OverlayCards } from './overlay-cards.tsx'
import css from './overlay.module.css'
import { overlayOptions } from './overlay-options.ts'

export const handle: PageHandle = { unattended: true }

export const loader = hallLoader
export const clientLoader = hallClientLoader()

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.name}: оверлей — Бис` : 'Оверлей — Бис' },
  { name: 'robots', content: 'noindex' },
]

/** Over a stream nothing is better than a message. */
export function ErrorBoundary() {
  return useHallError() ? <NotFoundView /> : null
}

/** The page that a program for streams lays over its picture: transparent, unattended, it recovers by itself. */
export default function Overlay() {
  const view = useLoaderData<HallView>()
  const [search] = useSearchParams()
  return (
    <main id="main">
      <h1 className="sr">{view.name}: оверлей для трансляции</h1>
      <OverlayCards
        view={view}
        options={overlayOptions(search)}
        pass={passOf(search).pass}
        className={css.whole}
      />
    </main>
  )
}
