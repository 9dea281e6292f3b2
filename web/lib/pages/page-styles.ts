import { createContext, useContext } from 'react'
import type { UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

const LONGEST_MS = 5000

const failed = new Set<HTMLLinkElement>()

function noteFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

// The error event of a link fires on the link alone, and only at that moment.
if (typeof document !== 'undefined') document.addEventListener('error', noteFailure, true)

/** Resolves when the link has loaded or failed again. */
function asked(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Reloads the stylesheets that failed for lack of network: a retried part reloads its scripts alone. */
export async function retryStylesheets(): Promise<void> {
  const links = [...failed].filter(({ isConnected }) => isConnected)
  failed.clear()
  const fresh = links.map((link) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = link.href
    link.replaceWith(again)
    return again
  })
  await Promise.all(fresh.map(asked))
}

/** The addresses of the stylesheets of the page that is open. */
export function usePageSheets(): readonly string[] {
  const framework = useContext(FrameworkContext)
  const matches = useMatches()
  return [...new Set(matches.flatMap(({ id }) => framework?.manifest.routes[id]?.css ?? []))]
}

/** The router marks with a # the stylesheets that a part loaded later shares with the page. */
export function fileOf(sheet: string): string {
  return sheet.replace(/#$/u, '')
}

type Styles = {
  /** Marks an inline style as ours; on the server only. */
  nonce: string | undefined
  /** The text of each stylesheet, on the server only. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part that is loaded later, by its source file; of ordering, those of its scripts with them; on the server only. */
  partFiles: ReadonlyMap<string, readonly string[]>
}

const Context = createContext<Styles>({
  nonce: undefined,
  styles: new Map(),
  partFiles: new Map(),
})

/** The keys of the files of ordering in the order in which they are needed; server/platform/http/pages.ts fills them. */
export const ORDERING_FILES = ['results', 'ordering'] as const

/** The event by which the entry's execution begins. */
export const ENTRY_BEGUN = 'begun'

/** The build's stylesheets on the server, so that the first HTML can inline their text. */
export const PageStyles = Context

type InlinedStyles = {
  /** The addresses of the stylesheets that are inlined in the first HTML. */
  sheets: readonly string[]
  /** Without the fonts that come over the network. */
  text: string
  /** The rules of those fonts. */
  fonts: string
}

const WEB_FONT = /@font-face\{[^}]*url\([^}]*\}/gu

/** The poster face of Russian headings: 4 KB, which the browser requests as soon as it has the HTML. */
const isAtOnce = (font: string) => font.includes('alumni-sans-cyrillic-800')

/** Splits the web fonts from the text of these stylesheets: the page shows its text before they load; only the face of its headings comes at once. */
export function splitFonts(sheets: readonly string[], text: string): InlinedStyles {
  const fonts = text.match(WEB_FONT)?.filter((font) => !isAtOnce(font)) ?? []
  const kept = text.replaceAll(WEB_FONT, (font) => (isAtOnce(font) ? font : ''))
  return { sheets, text: kept, fonts: fonts.join('') }
}

export const FONTS_ID = 'web-fonts'

/** Runs while the HTML is parsed: a phone that has the fonts uses them at once. */
export const USE_CACHED_FONTS = `try{if(localStorage.webFonts)document.getElementById('${FONTS_ID}').media='all'
localStorage.webFonts=1}catch{}`

const QUICK_MS = 2000

/**
 * On the first visit the fonts would delay the scripts (36 KB, most of a second at 400 kbit/s), so they load after them; where
 * that took more than two seconds, as long again after it, since a listener is ordering then.
 */
export function loadFonts(): void {
  const style = document.querySelector<HTMLStyleElement>(`#${FONTS_ID}`)
  const tookMs = performance.now()
  if (style) setTimeout(() => (style.media = 'all'), tookMs < QUICK_MS ? 0 : tookMs)
}

/** The id of the strip that reports a part of the page not loaded for lack of network. */
export const LOAD_FAILED_ID = 'lost'

/** The event of a page that could not be shown. */
export const PAGE_LOST = 'lost'

/**
 * Runs while the HTML is parsed: where the network loses the page's own scripts, the page would never hydrate. Once the
 * server answers again, the page reloads, or its search is sent by the plain form; so does a page that could not be
 * shown. What fails while the server answers is reloaded once, and again where it came from the other build of a rolling
 * upgrade: a page without scripts after ten seconds, then each time after three times as long; one that could not be
 * shown only when it fails later than that.
 */
export const RETRY_SCRIPTS = `{let lost
const seek=e=>fetch('/healthz').then(()=>{const now=Date.now(),due=sessionStorage.lost||0
if(!lost){if(now<due)return e||setTimeout(seek,due-now)
sessionStorage.lost=now+1e4+3*Math.max(0,due-performance.timeOrigin)}
const q=document.querySelector('[name=q]')
q?.value?q.form.submit():location.reload()},()=>{lost=1
document.getElementById('${LOAD_FAILED_ID}').hidden=0
setTimeout(seek,3e3)})
addEventListener('error',e=>{if(e.target.type=='module')seek()},true)
addEventListener('${PAGE_LOST}',seek)}`

/**
 * Stores the link that was tapped last, and on which page: where the network loses the scripts of its page, the router
 * loads the open one anew, and /offline/page.js leads on.
 */
export const KEEP_TAPPED = `
{const keep=href=>{try{sessionStorage.tapped=href;sessionStorage.tappedOn=location.href}catch{}}
keep('')
addEventListener('popstate',()=>keep(''))
addEventListener('click',e=>keep(e.target.closest('a:not([target])')?.href??''),true)}`

/** A load closes what had an entry of the history without an address (parts/use-back.ts): «back» would seem to do nothing. */
export const LEAVE_LAYERS = `
history.state?.over&&history.go(-history.state.over)`

function readFirstHtml(): InlinedStyles | null {
  if (typeof document === 'undefined') return null
  const style = document.querySelector<HTMLStyleElement>('style[data-sheets]')
  if (style === null) return null
  const sheets = style.dataset['sheets']?.split(' ') ?? []
  const fonts = document.querySelector(`#${FONTS_ID}`)?.textContent ?? ''
  return { sheets, text: style.textContent, fonts }
}

/**
 * In the browser, the styles of the first HTML; null on the server. Read once, because an error renders the whole
 * document again and the text must survive that.
 */
export const inlinedStyles = readFirstHtml()

/** The router preloads the stylesheets of its routes: those inlined in the HTML are not requested again. */
export function skipInlinedSheets(manifest: AssetsManifest | undefined): void {
  if (inlinedStyles === null) return
  for (const route of Object.values(manifest?.routes ?? {})) {
    if (route?.css === undefined) continue
    route.css = route.css.filter((sheet) => !inlinedStyles.sheets.includes(sheet))
  }
}

/**
 * A part loaded later brings the stylesheets that it needs, unless a link of the page names them: loaded again after
 * those of the page, they would undo the page's changes to them. A disabled link names a stylesheet and fetches
 * nothing.
 */
export function linkInlinedSheets(): void {
  for (const sheet of inlinedStyles?.sheets ?? []) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.disabled = true
    link.setAttribute('href', sheet.replace(/#$/u, ''))
    document.head.append(link)
  }
}
