import { Link } from 'react-router'
import type { AnchorProps } from '../ui/link-context.ts'

/** A link inside the site, opened without loading the whole page again. */
export function SiteLink({ href, ...rest }: AnchorProps) {
  return <Link to={href} {...rest} />
}
