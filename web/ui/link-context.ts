import { createContext } from 'react'
import type { ComponentPropsWithRef, ComponentType } from 'react'

export type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

export type LinkComponent = 'a' | ComponentType<AnchorProps>

/** What draws a link inside the site; the app puts its router's link here, so that this room needs no router. */
export const LinkContext = createContext<LinkComponent>('a')
