import { Globe } from 'lucide-react'
import telegram from 'simple-icons/icons/telegram.svg?raw'
import vk from 'simple-icons/icons/vk.svg?raw'
import youtube from 'simple-icons/icons/youtube.svg?raw'

// The package as a whole weighs five megabytes in the server's memory; these are three of its files.
const PATHS: Readonly<Record<string, string | undefined>> = {
  VK: pathIn(vk),
  TELEGRAM: pathIn(telegram),
  YOUTUBE: pathIn(youtube),
}

function pathIn(svg: string): string | undefined {
  return / d="([^"]+)"/.exec(svg)?.[1]
}

export type BrandIconProps = {
  /** A social network as the wire names it; any other name gets the globe. */
  type: string
}

/** The sign of a social network, in the colour of the text around. */
export function BrandIcon({ type }: BrandIconProps) {
  const path = PATHS[type]
  if (path === undefined) return <Globe className="ico" />
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className="ico">
      <path d={path} />
    </svg>
  )
}
