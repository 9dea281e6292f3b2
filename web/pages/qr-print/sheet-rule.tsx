import css from './sheet-rule.module.css'

/** The bar of two lines, drawn so that printers that leave grounds out print it too. */
export function SheetRule() {
  return <div aria-hidden="true" className={css.rule} />
}
