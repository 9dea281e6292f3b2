import { Logo } from '#web/parts/logo.tsx'
import type { Sheet } from './load-sheet.ts'
import { nameSize } from './name-size.ts'
import { SheetRule } from './sheet-rule.tsx'
import css from './cards-sheet.module.css'

const CARDS = Array.from({ length: 8 }, (_, at) => at)

/** Eight cards for the tables, with the lines to cut along. */
export function CardsSheet({ name, address, code }: Sheet) {
  return (
    <section aria-label="Карточки" className={css.cards}>
      {CARDS.map((card) => (
        // Eight times the same is read out once.
        <div key={card} aria-hidden={card > 0} className={css.card}>
          <img src={code} alt={`QR-код: ${address}`} className={css.code} />
          <div className={css.words}>
            <SheetRule />
            <p className={css.call}>Закажите песню</p>
            <p className={css.name} data-size={nameSize(name)}>
              {name}
            </p>
            <p className={css.address}>{address}</p>
            <Logo className={css.logo} />
          </div>
        </div>
      ))}
    </section>
  )
}
