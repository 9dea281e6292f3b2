import type { LegalFacts } from '#domain/documents.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import css from './text-page.module.css'

/** States that the owner is fictional or not named. */
function LegalNote({ legal }: { legal: LegalFacts | null }) {
  if (legal !== null && !legal.example) return null
  return (
    <p className={css.note}>
      {legal === null
        ? 'Владелец сайта ещё не указал свои реквизиты.'
        : 'Демонстрация: реквизиты вымышлены'}
    </p>
  )
}

/** «ОГРН» of a company has 13 digits, that of an entrepreneur 15. */
const ogrnName = (ogrn: string) => (ogrn.length === 15 ? 'ОГРНИП' : 'ОГРН')

const phoneHref = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/gu, '')}`

/** The owner's details and contacts, row by row; missing rows are left out. */
export function LegalDetails({ legal }: { legal: LegalFacts | null }) {
  const rows =
    legal === null
      ? []
      : [
          ['Название', legal.name],
          ['ИНН', legal.inn],
          [ogrnName(legal.ogrn), legal.ogrn],
          ['Адрес', legal.address],
          ...(legal.bank === null
            ? []
            : [
                ['Банк', legal.bank.name],
                ['Расчётный счёт', legal.bank.account],
                ['БИК', legal.bank.bic],
                ['Корреспондентский счёт', legal.bank.correspondent],
              ]),
        ]
  return (
    <>
      <LegalNote legal={legal} />
      {legal !== null && (
        <dl className={css.rows}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {legal.email !== null && (
            <div>
              <dt>Почта</dt>
              <dd>
                <Anchor href={`mailto:${legal.email}`} className="link">
                  {legal.email}
                </Anchor>
              </dd>
            </div>
          )}
          {legal.phone !== null && (
            <div>
              <dt>Телефон</dt>
              <dd>
                <Anchor href={phoneHref(legal.phone)} className="link">
                  {legal.phone}
                </Anchor>
              </dd>
            </div>
          )}
        </dl>
      )}
    </>
  )
}

const DAY = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })

/** «22 ноября 2026 г.» of `2026-11-22`. */
function editionDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

/** «Редакция 4 от 1 ноября 2026 г.» */
export const consentEdition = ({ edition, date }: { edition: number; date: string }) =>
  `Редакция ${edition} от ${editionDay(date)}`

type DocumentHeadProps = {
  /** `YYYY-MM-DD` */
  edition: string
  legal: LegalFacts | null
}

/** The date of a document, and whether it is binding: a draft without an owner is not. */
export function DocumentHead({ edition, legal }: DocumentHeadProps) {
  return (
    <>
      <p>
        Редакция от <time dateTime={edition}>{editionDay(edition)}</time>
      </p>
      <LegalNote legal={legal} />
    </>
  )
}
