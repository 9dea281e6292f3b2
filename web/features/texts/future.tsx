import { supportContact, useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from './text-page.module.css'

export function meta() {
  return [{ title: 'Скоро — Бис' }, { name: 'robots', content: 'noindex' }]
}

/** The target of links whose page does not exist yet: for musicians and listeners alike. */
export default function Future() {
  const way = supportContact(useSiteFacts())
  return (
    <>
      <SiteHeader />
      <main id="main" className={`wrap ${css.futureMain}`}>
        <h1 className="d-m" lang="en">
          Future implementation
        </h1>
        <EmptyState
          text="Этой страницы пока нет. Расскажите, чего вы от неё ждёте."
          action={
            way && (
              <Button href={way.href} variant="primary">
                Написать нам {way.where}
              </Button>
            )
          }
        />
      </main>
      <SiteFooter />
    </>
  )
}
