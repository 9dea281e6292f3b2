import { createContext } from 'react-router'
import type { LegalFacts } from '#domain/documents.ts'
import type { SiteFacts } from '../pages/site-facts.ts'

export type WireRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
  keepalive?: true
}
export type WireAnswer = { status: number; body: unknown; retryAfter: string | null }

/** Where a map opens for a visitor who gave no place. Degrees. */
export type FirstLook = {
  latitude: number
  longitude: number
  /** Whether DB-IP knew the town; its terms require a link where that is shown. */
  byTown: boolean
  /** Its Russian name; null where the town is not known. */
  town: string | null
}

/** What a page gets from the server that renders it: the same calls as in a browser, without the network. */
export type ServerApi = {
  now(): Date
  transport(request: WireRequest): Promise<WireAnswer>
  /** Marks our inline scripts and styles in the rendered HTML; random, for this render only, and never sent. */
  nonce: string
  /** The text of each stylesheet of the build, by its address. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part of a page that is loaded later, by its source file. */
  partFiles: ReadonlyMap<string, readonly string[]>
  /** The public address of the site, without a slash at the end. */
  publicUrl: string
  /** What root's loader returns to every page. */
  site: SiteFacts
  /** The owner of the site; null where none is named. */
  legal: LegalFacts | null
  /** In a demo: the login that its start prints, and whether phones can reach it; else null. */
  demo: { login: string; opensOnPhone: boolean } | null
  /** Whether the endpoints /api/v1/test/* answer. */
  testCalls: boolean
  /** Whether cookies are marked Secure. */
  secure: boolean
  /** Looked up by this visitor's address; null where that gives nothing. Not stored. */
  firstLook(): Promise<FirstLook | null>
  /** Takes the HTML as text, beside its response: a body would be encoded to bytes and read back. */
  drawn(html: string): void
  /** Logs a bug of a page on the server. */
  report(error: unknown): void
}

/** Set by server/platform/http/pages.ts for every page request. */
export const serverApi = createContext<ServerApi>()

/** Returns the text typed into a field of a posted form; empty for a missing field, and for a file. */
export function postedText(posted: FormData | undefined, name: string): string {
  const value = posted?.get(name)
  return typeof value === 'string' ? value : ''
}
