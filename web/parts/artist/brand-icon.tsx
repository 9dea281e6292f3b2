import { Globe } from '#web/ui/icons/icons.tsx'

/** Drawn from one picture file: outlines in the scripts would load with every page. */
const DRAWN = new Set([
  'VK',
  'TELEGRAM',
  'YOUTUBE',
  'OK',
  'RUTUBE',
  'YANDEX_MUSIC',
  'BOOSTY',
  'SPOTIFY',
  'DZEN',
  'MAX',
  'INSTAGRAM',
])

type BrandIconProps = {
  /** A social network as the wire names it; any other name gets the globe. */
  type: string
}

/** The icon of a social network, in the colour of the text around. */
export function BrandIcon({ type }: BrandIconProps) {
  if (!DRAWN.has(type)) return <Globe />
  return (
    <svg aria-hidden="true" fill="currentColor" className="ico">
      <use href={`/art/networks.svg#${type.toLowerCase()}`} />
    </svg>
  )
}
