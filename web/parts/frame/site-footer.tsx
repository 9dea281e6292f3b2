import { useLocation } from 'react-router'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import { BrandIcon } from '../artist/brand-icon.tsx'
import { Logo } from './logo.tsx'
import css from './site-footer.module.css'

const NETWORKS = [
  { key: 'vk', type: 'VK', name: 'ВКонтакте' },
  { key: 'telegram', type: 'TELEGRAM', name: 'Telegram' },
  { key: 'youtube', type: 'YOUTUBE', name: 'YouTube' },
] as const

/** The footer of every public page: links to the site's pages, its documents and its owner. */
export function SiteFooter() {
  const { demoArtist, offerUrl, privacyUrl, social, supportEmail } = useSiteFacts()
  // The query of the first page, where a visitor came from, is added to the sign-up and login links, as on its buttons.
  const { pathname, search } = useLocation()
  const carried = pathname === '/' ? search : ''
  const networks = NETWORKS.flatMap(({ key, ...network }) => {
    const href = social[key]
    return href === null ? [] : [{ ...network, href }]
  })
  return (
    <footer data-theme="stage" className={css.footer}>
      <div className="wrap">
        <Rule />
        <div className={css.columns}>
          <div className={css.logo}>
            <Logo />
          </div>
          <ul className={css.links}>
            {demoArtist !== null && (
              <li>
                <Anchor href={`/user/${demoArtist}`}>Страница-пример</Anchor>
              </li>
            )}
            <li>
              <Anchor href="/pricing">Цены и оплата</Anchor>
            </li>
            <li>
              <Anchor href={`/signup${carried}`}>Регистрация</Anchor>
            </li>
            <li>
              <Anchor href={`/login${carried}`}>Вход</Anchor>
            </li>
          </ul>
          <ul className={css.links}>
            <li>
              <Anchor href="/about">О компании</Anchor>
            </li>
            <li>
              <Anchor href="/numbers">Цифры сервиса</Anchor>
            </li>
            <li>
              <Anchor href={offerUrl}>Публичная оферта</Anchor>
            </li>
            <li>
              <Anchor href={privacyUrl}>Политика конфиденциальности</Anchor>
            </li>
            {supportEmail !== null && (
              <li>
                <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
              </li>
            )}
          </ul>
          {networks.length > 0 && (
            <ul aria-label="Мы в соцсетях" className={css.networks}>
              {networks.map(({ type, name, href }) => (
                <li key={type}>
                  <IconButton
                    href={href}
                    target="_blank"
                    rel="noopener"
                    label={name}
                    variant="tonal"
                  >
                    <BrandIcon type={type} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </footer>
  )
}
