import { Printer } from 'lucide-react'
import { useLoaderData, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CardsSheet } from './cards-sheet.tsx'
import { loadSheet } from './load-sheet.ts'
import type { Sheet } from './load-sheet.ts'
import { PosterSheet } from './poster-sheet.tsx'
import css from './qr-print.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'QR-код на печать — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadSheet

/** The other sheet shows the same. */
export function shouldRevalidate({ currentUrl, nextUrl, ...turn }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : turn.defaultShouldRevalidate
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** One A4 sheet as it will come out of the printer. */
export default function QrPrint() {
  const sheet = useLoaderData<Sheet>()
  const [search] = useSearchParams()
  const cards = search.get('sheet') === 'cards'
  return (
    <>
      <header className={css.bar}>
        <h1 className="d-s">На печать</h1>
        <Tabs
          label="Листы"
          current={cards ? 'cards' : 'poster'}
          tabs={[
            { id: 'poster', label: 'Плакат', href: '/artist/qr/print?sheet=poster' },
            { id: 'cards', label: 'Карточки', href: '/artist/qr/print?sheet=cards' },
          ]}
        />
        <div className={css.actions}>
          <Button
            variant="primary"
            icon={<Printer className="ico" />}
            onClick={() => window.print()}
          >
            Печатать
          </Button>
          <Button href="/artist/qr">К QR-коду</Button>
        </div>
        <p className="muted">
          Лист А4. В окне печати выберите масштаб 100 % и поля «Нет»
          {cards ? ', потом разрежьте лист по линиям.' : '.'}
        </p>
      </header>
      <main className={css.ground}>
        <div data-theme="day" className={css.paper}>
          {cards ? <CardsSheet {...sheet} /> : <PosterSheet {...sheet} />}
        </div>
      </main>
    </>
  )
}
