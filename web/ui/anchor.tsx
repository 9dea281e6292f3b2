import { createContext, createElement, use } from 'react'
import type { ComponentPropsWithRef, ComponentType } from 'react'

export type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

type LinkComponent = 'a' | ComponentType<AnchorProps>

/** What draws a link inside the site; the app puts its router's link here, so that this room needs no router. */
export const LinkContext = createContext<LinkComponent>('a')

const INSIDE = /^(?:\/(?!\/)|\?)/

/** A link: inside the site by the app's own link, everywhere else (and for downloads) a plain <a>. */
export function Anchor(props: AnchorProps) {
  const link = use(LinkContext)
  const inside = INSIDE.test(props.href) && props.download === undefined && !props.target
  return createElement(inside ? link : 'a', props)
}
