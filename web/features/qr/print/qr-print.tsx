import { useLoaderData, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { api } from '#contract/index.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { requireArtist } from '../../../lib/require-artist.ts'
import { ArtistSkeleton } from '#web/parts/artist-frame.tsx'
import { Logo } from '#web/parts/logo.tsx'
import { Printer } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { nameSize } from './name-size.ts'
import css from './qr-print.module.css'

type Sheet = {
  name: string
  /** The page's address as it is typed, without what browsers add themselves. */
  address: string
  /** Where the browser keeps the drawn code; the tab takes it along when it closes. */
  code: string
}

/** What both sheets show. */
async function loadSheet(): Promise<Sheet> {
  const { username } = await requireArtist()
  const [page, code] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    callForFile(api.qr.createCustom, { body: { artistUsername: username, format: 'svg' } }),
  ])
  const { name } = page.artistInfoDTO
  return {
    name: name === '' ? username : name,
    address: `${window.location.host}/user/${username}`,
    code: URL.createObjectURL(code),
  }
}

/** The bar of two lines, drawn so that printers that leave grounds out print it too. */
function SheetRule() {
  return <div aria-hidden="true" className={css.rule} />
}

const CARDS = Array.from({ length: 8 }, (_, at) => at)

/** Eight cards for the tables, with the lines to cut along. */
function CardsSheet({ name, address, code }: Sheet) {
  return (
    <section aria-label="Карточки" className={css.cards}>
      {CARDS.map((card) => (
        // Eight times the same is read out once.
        <div key={card} aria-hidden={card > 0} className={css.card}>
          <img src={code} alt={`QR-код: ${address}`} className={css.cardsSheetCode} />
          <div className={css.words}>
            <SheetRule />
            <p className={css.cardsSheetCall}>Закажите песню</p>
            <p className={css.cardsSheetName} data-size={nameSize(name)}>
              {name}
            </p>
            <p className={css.cardsSheetAddress}>{address}</p>
            <Logo className={css.cardsSheetLogo} />
          </div>
        </div>
      ))}
    </section>
  )
}

/** A poster to hang at the stage: what to do, the code, who plays. */
function PosterSheet({ name, address, code }: Sheet) {
  return (
    <section aria-label="Плакат" className={css.poster}>
      <SheetRule />
      <h2 className={css.call}>Закажите песню</h2>
      <img src={code} alt={`QR-код: ${address}`} className={css.code} />
      <p className={css.how}>Наведите камеру телефона на код</p>
      <SheetRule />
      <div className={css.foot}>
        <div className={css.who}>
          <p className={css.name} data-size={nameSize(name)}>
            {name}
          </p>
          <p className={css.address}>{address}</p>
        </div>
        <Logo className={css.logo} />
      </div>
    </section>
  )
}

export { ArtistError as ErrorBoundary } from '../../../parts/artist-frame.tsx'

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
      <main id="main" className={css.ground}>
        <div data-theme="day" className={css.paper}>
          {cards ? <CardsSheet {...sheet} /> : <PosterSheet {...sheet} />}
        </div>
      </main>
    </>
  )
}
