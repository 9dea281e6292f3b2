import { HallExample } from './hall-example.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './how-section.module.css'

const STEPS = [
  {
    title: 'Поставьте QR-код у сцены',
    words: 'Слушатель сканирует его и сразу видит вашу страницу. Без установки и регистрации.',
  },
  {
    title: 'Зал заказывает песни',
    words: 'Из вашего репертуара или свои. Платно или бесплатно, решаете вы.',
  },
  {
    title: 'Вы ведёте концерт с пульта',
    words: 'Очередь, заказы и одна большая кнопка «Следующий Трек».',
  },
  {
    title: 'Сыграли\u00A0— деньги ваши',
    words: 'Если песня не прозвучала, заказ отменится и деньги вернутся слушателю.',
  },
]

/** The evening in four steps, and what the hall sees of it. */
export function HowSection() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      data-theme="stage"
      className={css.ground}
    >
      <div className={`wrap ${css.sides}`}>
        <div>
          <Rule />
          <h2 id="how-it-works-title" className={`d-l ${css.title}`}>
            Как это работает
          </h2>
          <ol className={css.steps}>
            {STEPS.map(({ title, words }, at) => (
              <li key={title} className={css.step}>
                <span aria-hidden="true" className={css.number}>
                  {at + 1}
                </span>
                <div aria-hidden="true" className={`vrule ${css.line}`} />
                <div>
                  <h3 className="d-xs">{title}</h3>
                  <p className={css.words}>{words}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <HallExample />
      </div>
    </section>
  )
}
