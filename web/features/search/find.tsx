import { useLoaderData, useNavigation } from 'react-router'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { FoundPoster } from '#web/parts/concerts/found-poster.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SideScroll } from '#web/ui/layout/side-scroll.tsx'
import css from './find.module.css'
import { loadComing } from './load-coming.ts'
import { NobodyPlays } from './search-parts.tsx'

type ComingConcertsProps = {
  /** Null: they could not be loaded. */
  concerts: readonly FoundConcert[] | null
}

/** The coming concerts in one row, the running ones first. */
function ComingConcerts({ concerts }: ComingConcertsProps) {
  const asking = useNavigation().state !== 'idle'
  if (concerts === null)
    return (
      <EmptyState
        rest={false}
        text="Не получилось узнать, где играют."
        action={
          <Button href="/find" size="s" loading={asking}>
            Попробовать ещё раз
          </Button>
        }
      />
    )
  if (concerts.length === 0) return <NobodyPlays />
  return (
    <SideScroll label="Ближайшие концерты">
      {concerts.map((concert) => (
        <li key={concert.id}>
          <FoundPoster concert={concert} />
        </li>
      ))}
    </SideScroll>
  )
}

const TITLE = 'Найти выступления артистов'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Концерты, на которых песню заказывает зал: по песням, городу и дате, на карте.',
    path: '/find',
    publicUrl: publicUrlIn(matches),
  })

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  concerts: await loadComing(callFrom(context)),
})

/** The start page of listeners. */
export default function Find() {
  const { concerts } = useLoaderData<typeof loader>()
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.page}`}>
        <div className={css.top}>
          <h1 className="d-m">{TITLE}</h1>
          <p className="t-l muted">
            Выберите концерт по песням, городу и дате или найдите артиста.
          </p>
          <nav aria-label="Как искать" className={css.ways}>
            <Button href="/search" variant="primary">
              Найти концерт
            </Button>
            <Button href="/find-artist">Найти артиста</Button>
            <Button href="/concerts-on-map">Концерты на карте</Button>
          </nav>
        </div>
        <Section title="Ближайшие концерты">
          <ComingConcerts concerts={concerts} />
        </Section>
      </main>
      <SiteFooter />
    </>
  )
}
