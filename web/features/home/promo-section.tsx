import { plural } from '#domain/russian.ts'
import { Button } from '#web/ui/button.tsx'
import css from './promo-section.module.css'

export type ShownPromo = {
  title: string
  action: string
  topic: string
  daysLeft: number
}

type PromoSectionProps = { promo: ShownPromo }

/** What is offered this week, and how long the week still lasts. */
export function PromoSection({ promo: { title, action, topic, daysLeft } }: PromoSectionProps) {
  return (
    <section aria-labelledby="promo-title" data-theme="day" className={css.ground}>
      <div className={`wrap ${css.promo}`}>
        <p className="b">Акция недели</p>
        <h2 id="promo-title" className="d-m">
          {title}
        </h2>
        <p className={css.left}>
          <b className="tnum">{daysLeft}</b>{' '}
          <span className="t-l">
            {plural(daysLeft, 'день', 'дня', 'дней')} до&nbsp;конца недели
          </span>
        </p>
        <Button
          href={`/pricing?${new URLSearchParams({ topic })}#support`}
          variant="invert"
          className={css.way}
        >
          {action}
        </Button>
      </div>
    </section>
  )
}
