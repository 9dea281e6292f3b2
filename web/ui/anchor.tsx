import { createElement, use } from 'react'
import { LinkContext } from './link-context.ts'
import type { AnchorProps } from './link-context.ts'

const INSIDE = /^(?:\/(?!\/)|\?)/

/** A link: inside the site by the app's own link, everywhere else (and for downloads) a plain <a>. */
export function Anchor(props: AnchorProps) {
  const link = use(LinkContext)
  const inside = INSIDE.test(props.href) && props.download === undefined && !props.target
  return createElement(inside ? link : 'a', props)
}
