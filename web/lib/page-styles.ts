import { createContext, useContext } from 'react'
import type { UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'

const LONGEST_MS = 5000

const failed = new Set<HTMLLinkElement>()

function noteFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

// A link says that it failed to itself alone, and only at that moment.
if (typeof document !== 'undefined') document.addEventListener('error', noteFailure, true)

/** Comes to its end with the link: come or lost once more. */
function asked(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    setTimeout(resolve, LONGEST_MS)
  })
}

/** Asks again for the stylesheets that a lost network kept back: a part that is asked for anew brings its scripts alone. */
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

/** The router marks by a # the stylesheets that a part of the page loaded later has in common with it. */
export function fileOf(sheet: string): string {
  return sheet.replace(/#$/u, '')
}

type Styles = {
  /** Marks an inline style as ours; on the server only. */
  nonce: string | undefined
  /** The text of each stylesheet, on the server only. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part that is loaded later, by its source file; on the server only. */
  partSheets: ReadonlyMap<string, readonly string[]>
}

const Context = createContext<Styles>({
  nonce: undefined,
  styles: new Map(),
  partSheets: new Map(),
})

/** The build's stylesheets on the server, so that the first HTML can hold their text. */
export const PageStyles = Context

type InlinedStyles = {
  /** The addresses of the stylesheets whose text the first HTML holds. */
  sheets: readonly string[]
  /** Without the fonts that come over the network. */
  text: string
  /** Those fonts. */
  fonts: string
}

const WEB_FONT = /@font-face\{[^}]*url\([^}]*\}/gu

/** The text of these stylesheets, with the web fonts apart: the page shows its words before they come. */
export function withFontsApart(sheets: readonly string[], text: string): InlinedStyles {
  const fonts = text.match(WEB_FONT)?.join('') ?? ''
  return { sheets, text: text.replaceAll(WEB_FONT, ''), fonts }
}

export const FONTS_ID = 'web-fonts'

/** Runs while the HTML is read: on a phone that has the fonts they are used at once. */
export const USE_KEPT_FONTS = `try{if(localStorage.webFonts)document.getElementById('${FONTS_ID}').media='all'
localStorage.webFonts=1}catch{}`

const QUICK_MS = 2000

/**
 * On the first visit the fonts would hold up the scripts (48 KB, a second at 400 kbit/s), so they come
 * after them; where that took more than two seconds, as long again after it, since a listener orders then.
 */
export function bringFonts(): void {
  const style = document.querySelector<HTMLStyleElement>(`#${FONTS_ID}`)
  const tookMs = performance.now()
  if (style) setTimeout(() => (style.media = 'all'), tookMs < QUICK_MS ? 0 : tookMs)
}

/** The strip that says that a lost network keeps a part of the page back. */
export const LOST_ID = 'lost'

/**
 * Runs while the HTML is read: where a lost network keeps back the scripts of the page itself, nothing of
 * it would ever come alive. Once the server answers again, the page is loaded anew, or its search goes
 * out by the plain form. Scripts that fail while it answers are asked for anew once.
 */
export const RETRY_SCRIPTS = `addEventListener('error',e=>{if(e.target.type!='module')return
let lost
const seek=()=>fetch('/healthz').then(()=>{if(!lost&&sessionStorage.lost)return
sessionStorage.lost=1
const q=document.querySelector('[name=q]')
q?.value?q.form.submit():location.reload()},()=>{lost=1
document.getElementById('${LOST_ID}').hidden=0
setTimeout(seek,3e3)})
seek()},true)`

function readFirstHtml(): InlinedStyles | null {
  if (typeof document === 'undefined') return null
  const style = document.querySelector<HTMLStyleElement>('style[data-sheets]')
  if (style === null) return null
  const sheets = style.dataset['sheets']?.split(' ') ?? []
  const fonts = document.querySelector(`#${FONTS_ID}`)?.textContent ?? ''
  return { sheets, text: style.textContent, fonts }
}

/**
 * In the browser, what the first HTML held; null on the server. It is read once, because an error
 * draws the whole document anew and the text must outlive that.
 */
export const inlinedStyles = readFirstHtml()

/** The router loads the stylesheets of its routes ahead: those that stand in the HTML are not asked for again. */
export function forgetInlinedSheets(manifest: AssetsManifest | undefined): void {
  if (inlinedStyles === null) return
  for (const route of Object.values(manifest?.routes ?? {})) {
    if (route?.css === undefined) continue
    route.css = route.css.filter((sheet) => !inlinedStyles.sheets.includes(sheet))
  }
}

/**
 * A part that comes later brings the stylesheets it stands on, unless a link of the page names them:
 * once more after those of the page, they would undo what the page changes in them. A disabled link
 * names a stylesheet and fetches nothing.
 */
export function nameInlinedSheets(): void {
  for (const sheet of inlinedStyles?.sheets ?? []) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.disabled = true
    link.setAttribute('href', sheet.replace(/#$/u, ''))
    document.head.append(link)
  }
}
