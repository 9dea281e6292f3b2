import { COMMISSION_BPS } from '#domain/money.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { HomeBlock } from './home-block.tsx'
import css from './price-section.module.css'

const percent = (bps: number) => bps / 100

const COMMISSIONS = [
  {
    percent: percent(COMMISSION_BPS.tip),
    of: 'С благодарностей',
    words: 'Комиссию удерживаем с\u00A0музыканта. Слушатель платит ровно столько, сколько ввёл.',
  },
  {
    percent: percent(COMMISSION_BPS.song),
    of: 'С заказов песен',
    words: 'Только когда песня сыграна. Отменённый заказ ничего не\u00A0стоит.',
  },
]

const MONEY_WAY = [
  'Вы отмечаете песню, и\u00A0она встаёт в\u00A0очередь.',
  'Нажимаете «Следующий Трек» перед исполнением и\u00A0ещё раз после него. Только тогда деньги зачисляются вам.',
  'Не\u00A0подтвердили до\u00A0конца концерта? Заказ отменится, и\u00A0деньги вернутся слушателю.',
]

const PAID_BY = ['МИР', 'VISA', 'Mastercard', 'СБП']

/** What is withheld, and when the money of an order becomes the musician's. */
export function PriceSection() {
  return (
    <HomeBlock id="price" title="Сколько стоит" sheet>
      <div className={css.commissions}>
        {COMMISSIONS.map((commission) => (
          <div key={commission.of} className={css.commission}>
            <b aria-hidden="true">{commission.percent}%</b>
            <div aria-hidden="true" className={`vrule ${css.line}`} />
            <div>
              <h3 className="d-xs">
                <span className="sr">{commission.percent}% </span>
                {commission.of}
              </h3>
              <p className={`muted ${css.words}`}>{commission.words}</p>
            </div>
          </div>
        ))}
      </div>
      <h3 className={`d-xs ${css.wayTitle}`}>Как идут деньги за&nbsp;песню</h3>
      <ol className={css.way}>
        {MONEY_WAY.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ul aria-label="Способы оплаты" className={css.paidBy}>
        {PAID_BY.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className={css.more}>
        <Anchor href="/pricing" className="link">
          Как проходит оплата
        </Anchor>
      </p>
    </HomeBlock>
  )
}
