import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { BrandIcon } from './brand-icon.tsx'
import css from './social-links.module.css'

export type SocialLink = { type: string; url: string }

type SocialLinksProps = {
  links: readonly SocialLink[]
  /** `brand` draws the icons in their own colours, `filled` fills the buttons with them. */
  tint?: 'ink' | 'brand' | 'filled'
  className?: string | undefined
}

const NAMES: Readonly<Record<string, string | undefined>> = {
  VK: 'ВКонтакте',
  TELEGRAM: 'Telegram',
  YOUTUBE: 'YouTube',
  OK: 'Одноклассники',
  RUTUBE: 'RUTUBE',
  YANDEX_MUSIC: 'Яндекс Музыка',
  BOOSTY: 'Boosty',
  SPOTIFY: 'Spotify',
  DZEN: 'Дзен',
  MAX: 'MAX',
  INSTAGRAM: 'Instagram',
}

/** Null for anything that is no web address. */
function webAddress(url: string): URL | null {
  try {
    const address = new URL(url)
    return address.protocol === 'https:' || address.protocol === 'http:' ? address : null
  } catch {
    return null
  }
}

/** The round links to an artist's pages elsewhere. */
export function SocialLinks({ links, tint = 'ink', className }: SocialLinksProps) {
  const shown = links.flatMap(({ type, url }) => {
    const address = webAddress(url)
    const known = type.toUpperCase()
    return address === null ? [] : [{ type: known, url: address.href, host: address.host }]
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label="Соцсети" className={classes(css.links, css[tint], className)}>
      {shown.map(({ type, url, host }) => (
        <li key={url} data-brand={type}>
          <IconButton
            href={url}
            target="_blank"
            rel="nofollow noopener"
            label={NAMES[type] ?? `Сайт ${host}`}
            variant="line"
            className={css.link}
          >
            <BrandIcon type={type} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
