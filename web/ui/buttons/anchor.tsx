import { createContext, createElement, use } from 'react'
import type { ComponentPropsWithRef, ComponentType } from 'react'

export type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

type LinkComponent = 'a' | ComponentType<AnchorProps>

/** The component that renders a link inside the site; the app provides its router's link here, so that web/ui needs no router. */
export const LinkContext = createContext<LinkComponent>('a')

const INSIDE = /^(?:\/(?!\/)|\?)/

/** A link: the app's own inside the site, a plain <a> everywhere else (and for downloads). */
export function Anchor(props: AnchorProps) {
  const link = use(LinkContext)
  const inside = INSIDE.test(props.href) && props.download === undefined && !props.target
  return createElement(inside ? link : 'a', props)
}
