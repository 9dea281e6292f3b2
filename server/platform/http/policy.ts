import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Of an answer that is no page of ours: opened by its address it runs nothing in our name. */
export const FILE_POLICY = "default-src 'none'; sandbox"

/** A page as it is sent: its policy lists each of its inline scripts and styles by hash. */
export type SealedPage = { html: string; policy: string }

/** The sources of a page. `scripts`: where the build's scripts are; `socket`: the live channel. */
type PageSources = { scripts: string; socket: string }

/** Over https the address of the site is known, and files outside of /assets/ are not allowed as scripts. */
export function pageSources({ publicUrl, secure }: { publicUrl: string; secure: boolean }) {
  return {
    scripts: secure ? `${publicUrl}/assets/` : "'self'",
    // Safari below 15.4 does not count it as 'self'.
    socket: publicUrl.replace(/^http/u, 'ws'),
  }
}

/**
 * What a page of ours may load, run and be embedded in. Scripts are the build's, whose modules import each other by
 * address, and the inline ones that are listed by hash; a string becomes markup or a script only through
 * web/lib/trusted.ts.
 */
export function pagePolicy(
  hashes: { scripts: readonly string[]; styles: readonly string[] },
  { scripts, socket }: PageSources,
): string {
  return [
    "default-src 'none'",
    ['script-src', scripts, ...hashes.scripts].join(' '),
    ["style-src 'self'", ...hashes.styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default bis',
  ].join('; ')
}

/** Matches from after the nonce in the tag of a script or a style. */
const INLINE_TEXT = /^[^>]*>([^]*?)<\/(?:script|style)>/u

const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

/** The policy of a self-contained page: it shows with its one style, loads nothing, and sends no form. */
export function standalonePagePolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A page's styles are those of its route, tens of kilobytes that cost more to hash than the rest of it. */
const styleSources = new LRUCache<string, string>({ max: 100, memoMethod: hashSource })
const styleSource = (text: string) => styleSources.memo(text)

/** As the router's component writes them: it has no option for when they start. */
const PRELOAD = /<link rel="modulepreload" href="[^"]*" fetchpriority="low"\/>/gu
const START = /<script type="module"[^]*?<\/script>/u

/** Where the round trip is so long (300 ms) that the modules come far later than the picture, they are requested while the HTML still loads. */
const AT_ONCE = `const bring=id=>document.head.append(document.getElementById(id).content),late=navigator.connection?.rtt>=300
if(late)bring('preloads')`

/** From the first frame until it is displayed (ms). */
const ON_SCREEN = 100

/** A page is painted before its modules are requested; on slow 4G they would delay its first picture by a second. */
const AFTER_PAINT = `{const go=()=>{bring('preloads');bring('modules')}
if(late||document.hidden)go()
else requestAnimationFrame(()=>setTimeout(go,${ON_SCREEN}))}`
const STARTER_HASHES = [AT_ONCE, AFTER_PAINT].map(hashSource)

/** The same page with its modules started this way; null where it has none. */
function modulesAfterPaint(html: string): string | null {
  const preloads = html.match(PRELOAD)
  const start = START.exec(html)?.[0]
  if (preloads === null || start === undefined) return null
  const later = (id: string, markup: string, starter: string) =>
    `<template id="${id}">${markup}</template><script>${starter}</script>`
  const at = html.indexOf(preloads[0])
  const without = html.replaceAll(PRELOAD, '')
  const early = later('preloads', preloads.join(''), AT_ONCE)
  return `${without.slice(0, at)}${early}${without.slice(at)}`.replace(START, () =>
    later('modules', start, AFTER_PAINT),
  )
}

/**
 * Makes the policy of a page that was rendered with `nonce`, a random one of this render alone: only what React marked
 * with it is ours, so injected markup gets no hash. The nonces are removed, so that the same content gives the same
 * bytes.
 */
export function sealPage(drawn: string, nonce: string, sources: PageSources): SealedPage {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const parts = drawn.split(` nonce="${nonce}"`)
  const sealed = parts.map((part, at) => {
    const before = parts[at - 1] ?? ''
    // React escapes `<` and `>` in attributes, so these are the bounds of the marked tag.
    const tag = before.slice(before.lastIndexOf('<') + 1)
    if (tag.startsWith('link rel="modulepreload"')) return ` fetchpriority="low"${part}`
    const named = tag.startsWith('script') ? scripts : tag.startsWith('style') ? styles : null
    const text = named && INLINE_TEXT.exec(part)?.[1]
    if (text) named.add(named === styles ? styleSource(text) : hashSource(text))
    return part
  })
  const whole = sealed.join('')
  const html = modulesAfterPaint(whole)
  if (html !== null) for (const known of STARTER_HASHES) scripts.add(known)
  const policy = pagePolicy({ scripts: [...scripts], styles: [...styles] }, sources)
  return { html: html ?? whole, policy }
}

/** The policy of the page that a phone caches for tunnels: it is self-contained, with files of its own. */
export const OFFLINE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
