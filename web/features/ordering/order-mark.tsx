import css from './order-mark.module.css'

/** The plus at the end of a row that can be ordered; the row itself is pressed. Drawn by the stylesheet, since a repertoire holds it a hundred times. */
export function OrderMark() {
  return (
    <span className={css.mark}>
      <span className="sr">Заказать</span>
    </span>
  )
}
