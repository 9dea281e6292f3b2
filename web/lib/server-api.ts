import { createContext } from 'react-router'
import type { LegalFacts } from '#domain/documents.ts'
import type { SiteFacts } from './site-facts.ts'

export type WireRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}
export type WireAnswer = { status: number; body: unknown; retryAfter: string | null }

/** Where a map begins for a visitor who said nothing of himself. Degrees. */
export type FirstLook = {
  latitude: number
  longitude: number
  /** DB-IP knew the town; its terms ask for a link where that is seen. */
  byTown: boolean
}

/** What a page gets of the server that renders it: the same calls as a browser, without the network. */
export type ServerApi = {
  transport(request: WireRequest): Promise<WireAnswer>
  /** Marks our inline scripts and styles in the drawn HTML; random, of this render alone, and never sent. */
  nonce: string
  /** The text of each stylesheet of the build, by its address. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part of a page that is loaded later, by its source file. */
  partSheets: ReadonlyMap<string, readonly string[]>
  /** The address that people see, without a slash at the end. */
  publicUrl: string
  /** What root's loader tells every page. */
  site: SiteFacts
  /** The owner of the site; null where nobody is named. */
  legal: LegalFacts | null
  /** Of a demo: whose login its start prints, and whether phones reach it; else null. */
  demo: { login: string; opensOnPhone: boolean } | null
  /** The calls /api/v1/test/* answer. */
  testCalls: boolean
  /** Cookies are marked Secure. */
  secure: boolean
  /** Of this visitor's address; null where it says nothing. Kept nowhere. */
  firstLook(): Promise<FirstLook | null>
  /** Takes the HTML as text, beside its answer: a body would be made bytes of and read back. */
  drawn(html: string): void
  /** Writes a bug of a page into the server's log. */
  report(error: unknown): void
}

/** Set by server/platform/http/pages.ts for every page request. */
export const serverApi = createContext<ServerApi>()

/** What was typed into a field of a form that was sent; empty for a field that is not there, and for a file. */
export function postedText(posted: FormData | undefined, name: string): string {
  const value = posted?.get(name)
  return typeof value === 'string' ? value : ''
}
