import { Logo } from '#web/parts/logo.tsx'
import type { Sheet } from './load-sheet.ts'
import { nameSize } from './name-size.ts'
import { SheetRule } from './sheet-rule.tsx'
import css from './poster-sheet.module.css'

/** A poster to hang at the stage: what to do, the code, who plays. */
export function PosterSheet({ name, address, code }: Sheet) {
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
