import { Button } from '../ui/button.tsx'
import { Rule } from '../ui/rule.tsx'
import { SiteHeader } from './site-header.tsx'
import { SupportLink } from './support-link.tsx'
import css from './broken-view.module.css'

/** A page that could not be shown, and the ways out of it. */
export function BrokenView() {
  return (
    <>
      <title>Страница не открылась — Бис</title>
      <SiteHeader />
      <main className={`wrap ${css.main}`}>
        <Rule tone="danger" />
        <h1 className="d-l">Страница не открылась</h1>
        <p className="t-l">
          Пропала связь или что-то сломалось у нас. Проверьте интернет и обновите страницу.
        </p>
        <div className={css.actions}>
          {/* A plain link to this very address: it works even where the scripts are what broke. */}
          <Button href="" variant="invert">
            Обновить
          </Button>
          <Button href="/">На главную</Button>
        </div>
        <p className="muted">
          <SupportLink lead="Не помогло? " className={`link ${css.support}`} />
        </p>
      </main>
    </>
  )
}
