import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { SiteFooter } from '#web/parts/site-footer.tsx'
import { SiteHeader } from '#web/parts/site-header.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { ComingConcerts } from './coming-concerts.tsx'
import { loadComing } from './load-coming.ts'
import css from './find.module.css'

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

/** Where listeners begin. */
export default function Find() {
  const { concerts } = useLoaderData<typeof loader>()
  return (
    <>
      <SiteHeader />
      <main className={`wrap ${css.page}`}>
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
