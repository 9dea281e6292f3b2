import type { UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'

export type InlinedStyles = {
  /** The addresses of the stylesheets whose text the first HTML holds. */
  sheets: readonly string[]
  text: string
}

function readFirstHtml(): InlinedStyles | null {
  if (typeof document === 'undefined') return null
  const style = document.querySelector<HTMLStyleElement>('style[data-sheets]')
  if (style === null) return null
  const sheets = style.dataset['sheets']?.split(' ') ?? []
  return { sheets, text: style.textContent }
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
