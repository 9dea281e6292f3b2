import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { NO_ARTIST_TEXT } from '#domain/accounts/hidden-page.ts'
import { PAGE_LOST } from '../lib/pages/page-styles.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Rule } from '../ui/layout/section.tsx'
import css from './error-views.module.css'
import { SiteHeader } from './frame/site-header.tsx'
import { SupportLink } from './frame/support-link.tsx'

// A page opened in a new tab has no history: the link then leads home, as it does without scripts.
function goBack(event: MouseEvent) {
  if (window.history.length <= 1) return
  event.preventDefault()
  window.history.back()
}

const NOT_FOUND = 'Cтраница не найдена'

type NotFoundViewProps = { title?: string | undefined }

/** The page for an unknown address, for what is hidden, and for a nickname that nobody has. */
export function NotFoundView({ title = NOT_FOUND }: NotFoundViewProps) {
  const [, , nickname = ''] = useLocation().pathname.split('/')
  return (
    <div data-theme="lamp" className={css.page}>
      <title>{`${title} — Бис`}</title>
      <meta name="theme-color" content="#ff7a1a" />
      <SiteHeader />
      <main id="main" className={css.main}>
        <div aria-hidden="true" className={css.staff}>
          <svg viewBox="0 0 390 300" preserveAspectRatio="xMaxYMid slice" fill="currentColor">
            <path d="M-1600 30h2600v3h-2600zM-1600 90h2600v3h-2600zM-1600 150h2600v3h-2600zM-1600 210h2600v3h-2600zM-1600 270h2600v3h-2600z" />
            <path d="M128 92h116v34H128z" />
            <circle cx="288" cy="121" r="17" />
            <circle cx="288" cy="181" r="17" />
            <path d="M324 30h8v243h-8zM344 30h26v243h-26z" />
          </svg>
        </div>
        <div className={`wrap ${css.words}`}>
          <h1 className="d-l">{title}</h1>
          {title === NOT_FOUND && (
            <p className="t-l">Здесь пауза на целый такт. Проверьте адрес или начните с начала.</p>
          )}
          {title === NO_ARTIST_TEXT && (
            <p className="t-l">Возможно, никнейм написан иначе. Поищем похожие?</p>
          )}
          <div className={css.actions}>
            {title === NO_ARTIST_TEXT ? (
              <Button href={`/find-artist?q=${nickname}`} variant="invert">
                Найти артиста
              </Button>
            ) : (
              <Button href="/" variant="invert">
                На главную
              </Button>
            )}
            <Button href="/" onClick={goBack}>
              Назад
            </Button>
          </div>
          <p>
            <SupportLink className={`link ${css.support}`} />
          </p>
        </div>
      </main>
    </div>
  )
}

/** A page that could not be shown, and the ways out of it. */
export function BrokenView() {
  useEffect(() => void dispatchEvent(new Event(PAGE_LOST)), [])
  return (
    <>
      <title>Страница не открылась — Бис</title>
      <SiteHeader />
      <main id="main" className={`wrap ${css.broken}`}>
        <Rule tone="danger" />
        <h1 className="d-l">Страница не открылась</h1>
        <p className="t-l">
          Пропала связь или что-то сломалось у нас. Проверьте интернет и обновите страницу.
        </p>
        <div className={css.actions}>
          {/* A plain link to this very address: it works even where the scripts have failed. */}
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
