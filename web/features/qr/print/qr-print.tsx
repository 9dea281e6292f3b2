import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { api } from '#contract/index.ts'
import { TABLE_MOST } from '#domain/queue/own-song.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { doorAddress, passOf } from '#web/lib/calls/token.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Logo } from '#web/parts/frame/logo.tsx'
import { Printer } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { nameSize } from '#web/parts/title-step.ts'
import css from './qr-print.module.css'

type Sheet = {
  username: string
  name: string
  /** The page's address as it is typed, without the parts that browsers add. */
  address: string
  /** The object URL of the drawn code; the browser frees it when the tab closes. */
  code: string
}

/** Loads the data of both sheets. */
async function loadSheet({ username }: SignedIn): Promise<Sheet> {
  const [page, code] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    callForFile(api.qr.createCustom, { body: { artistUsername: username, format: 'svg' } }),
  ])
  const { name } = page.artistInfoDTO
  return {
    username,
    name: name === '' ? username : name,
    address: `${window.location.host}/user/${username}`,
    code: URL.createObjectURL(code),
  }
}

/** The bar of two lines, drawn so that it is printed even without backgrounds. */
function SheetRule() {
  return <div aria-hidden="true" className={css.rule} />
}

const ON_A_SHEET = 8
const CARDS = Array.from({ length: ON_A_SHEET }, (_, at) => at)
/** The most at once: the server draws this many codes a minute. */
const TABLES_MOST = 40
const FIRST_TABLES = Array.from(
  { length: Math.ceil(TABLE_MOST / TABLES_MOST) },
  (_, at) => at * TABLES_MOST + 1,
)

type CardProps = Pick<Sheet, 'name' | 'address'> & {
  table?: number
  /** A repetition for screen readers. */
  again?: boolean
  /** The code. */
  children: ReactNode
}

function Card({ name, address, table, again, children }: CardProps) {
  return (
    <div aria-hidden={again} className={css.card}>
      {children}
      <div className={css.words}>
        <SheetRule />
        {table !== undefined && <p className={css.cardsSheetTable}>Стол {table}</p>}
        <p className={css.cardsSheetCall}>Закажите песню</p>
        <p className={css.cardsSheetName} data-size={nameSize(name)}>
          {name}
        </p>
        <p className={css.cardsSheetAddress}>{address}</p>
        <Logo className={css.cardsSheetLogo} />
      </div>
    </div>
  )
}

type DrawnProps = { text: string; alt: string; className: string | undefined }

/** A code on paper; until it is loaded, and after a failure, a text says so. */
function PaperCode({ text, alt, className }: DrawnProps) {
  const [code, setCode] = useState<string | null>()
  const waits = code === undefined
  useEffect(() => {
    if (!waits) return undefined
    const left = new AbortController()
    callForFile(
      api.qr.createCustom,
      { body: { text, format: 'svg' as const } },
      { signal: left.signal },
    ).then(
      (drawn) => setCode(URL.createObjectURL(drawn)),
      () => {
        if (!left.signal.aborted) setCode(null)
      },
    )
    return () => left.abort()
  }, [text, waits])
  if (code) return <img src={code} alt={alt} className={className} />
  return (
    <div className={classes(css.noCode, className)}>
      {code === undefined && <p>Рисуем код…</p>}
      {code === null && (
        <>
          <p role="alert">Код не загрузился</p>
          <Button
            size="s"
            aria-label={`Попробовать ещё раз: ${alt}`}
            onClick={() => {
              setCode(undefined)
            }}
          >
            Ещё раз
          </Button>
        </>
      )}
    </div>
  )
}

type SheetCodeProps = Sheet & { table?: number; className: string | undefined }

/** The code of a poster or a card; on the sheets of a closed evening it admits without the word. */
function SheetCode({ username, address, code, table, className }: SheetCodeProps) {
  const { publicUrl } = useSiteFacts()
  const { pass } = passOf(useSearchParams()[0])
  const alt = table === undefined ? `QR-код: ${address}` : `QR-код стола ${table}`
  if (pass === undefined && table === undefined)
    return <img src={code} alt={alt} className={className} />
  const door =
    pass === undefined ? `${publicUrl}/user/${username}` : doorAddress(publicUrl, username, pass)
  const at = table === undefined ? '' : `${pass === undefined ? '?' : '&'}t=${table}`
  return <PaperCode text={door + at} alt={alt} className={className} />
}

/** Eight cards for the tables, with the lines to cut along. */
function CardsSheet(sheet: Sheet) {
  return (
    <section aria-label="Карточки" className={css.cards}>
      {CARDS.map((card) => (
        <Card key={card} {...sheet} again={card > 0}>
          <SheetCode {...sheet} className={css.cardsSheetCode} />
        </Card>
      ))}
    </section>
  )
}

/** Cards with the numbers of the tables, on as many sheets as needed. */
function TableSheets({ from, tables, ...sheet }: Sheet & { from: number; tables: number }) {
  const { name, address } = sheet
  const length = Math.min(tables, TABLE_MOST - from + 1)
  const numbers = Array.from({ length }, (_, at) => from + at)
  return numbers
    .filter((_, at) => at % ON_A_SHEET === 0)
    .map((first) => (
      <div key={first} data-theme="day" className={css.paper}>
        <section aria-label={`Карточки столов от ${first}`} className={css.cards}>
          {numbers.slice(first - from, first - from + ON_A_SHEET).map((table) => (
            <Card key={table} {...{ name, table }} address={`${address}?t=${table}`}>
              <SheetCode {...{ ...sheet, table }} className={css.cardsSheetCode} />
            </Card>
          ))}
        </section>
      </div>
    ))
}

/** A poster for the stage: the call to order, the code, the artist's name. */
function PosterSheet(sheet: Sheet) {
  const { name, address } = sheet
  return (
    <section aria-label="Плакат" className={css.poster}>
      <SheetRule />
      <h2 className={css.call}>Закажите песню</h2>
      <SheetCode {...sheet} className={css.code} />
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

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'QR-код на печать',
  loadSheet,
)

/** Both sheets have the same data. */
export function shouldRevalidate({ currentUrl, nextUrl, ...turn }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : turn.defaultShouldRevalidate
}

const SHEETS = ['poster', 'cards', 'tables'] as const

/** The A4 sheets as they will be printed. */
export default function QrPrint() {
  const sheet = useLoaderData<Sheet>()
  const [search] = useSearchParams()
  const shown = SHEETS.find((one) => one === search.get('sheet')) ?? 'poster'
  const [tables, setTables] = useState(ON_A_SHEET)
  const [from, setFrom] = useState(1)
  const { pass } = passOf(search)
  const hrefOf = (id: string) =>
    `/artist/qr/print?sheet=${id}${pass === undefined ? '' : `&pass=${pass}`}`
  return (
    <>
      <header className={css.bar}>
        <h1 className="d-s">На печать</h1>
        <Tabs
          label="Листы"
          current={shown}
          tabs={[
            { id: 'poster', label: 'Плакат', href: hrefOf('poster') },
            { id: 'cards', label: 'Карточки', href: hrefOf('cards') },
            { id: 'tables', label: 'Номера столов', href: hrefOf('tables') },
          ]}
        />
        {shown === 'tables' && (
          <>
            <SelectField
              label="С какого стола"
              name="from"
              value={from}
              onChange={({ target }) => setFrom(Number(target.value))}
            >
              {FIRST_TABLES.map((table) => (
                <option key={table} value={table}>
                  {table}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Сколько столов"
              name="tables"
              value={tables}
              help="Заказ придёт с номером стола. Номер увидите вы и второй пульт."
              onChange={({ target }) => setTables(Number(target.value))}
            >
              {Array.from({ length: TABLES_MOST }, (_, at) => (
                <option key={at} value={at + 1}>
                  {at + 1}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <div className={css.actions}>
          <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
            Печатать
          </Button>
          <Button href="/artist/qr">К QR-коду</Button>
        </div>
        <p className="muted">
          Лист А4. В окне печати выберите масштаб 100&nbsp;% и поля «Нет»
          {shown === 'poster' ? '.' : ', потом разрежьте лист по линиям.'}
        </p>
        <p className="muted">
          {pass === undefined
            ? 'На закрытом вечере этот код спросит кодовое слово. Листы с кодом, который впускает без него, в «Правилах вечера».'
            : 'Только для этого закрытого вечера: код впускает без слова, набранный адрес слово спросит.'}
        </p>
      </header>
      <main id="main" className={css.ground}>
        {shown === 'tables' ? (
          <TableSheets {...sheet} from={from} tables={tables} />
        ) : (
          <div data-theme="day" className={css.paper}>
            {shown === 'cards' ? <CardsSheet {...sheet} /> : <PosterSheet {...sheet} />}
          </div>
        )}
      </main>
    </>
  )
}
