import css from './order-steps.module.css'

const STEPS = [
  {
    title: 'Слушатель выбирает песню',
    words:
      'Открывает страницу музыканта по QR-коду или ссылке, находит песню и вводит сумму. Регистрация не нужна.',
  },
  {
    title: 'Платит на странице банка',
    words:
      'Картой сумма удерживается, по СБП списывается сразу. Заказ появляется у музыканта, как только банк подтвердил оплату.',
  },
  {
    title: 'Музыкант берёт песню в очередь',
    words: 'Он отмечает заказ, и песня показывается в очереди всему залу.',
  },
  {
    title: 'Играет и подтверждает',
    words:
      'Нажимает «Следующий Трек» перед исполнением и ещё раз после него. Только после этого деньги зачисляются музыканту.',
  },
  {
    title: 'Если песня не прозвучала',
    words:
      'Исполнение не подтвердили до конца концерта? Заказ отменяется, и деньги возвращаются слушателю полностью.',
  },
]

/** What becomes of an order and its money, step by step. */
export function OrderSteps() {
  return (
    <ol className={css.steps}>
      {STEPS.map(({ title, words }, index) => (
        <li key={title}>
          <span aria-hidden="true" className={css.number}>
            {index + 1}
          </span>
          <div aria-hidden="true" className="vrule" />
          <div>
            <h3 className="d-xs">{title}</h3>
            <p className="muted">{words}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
