/** The part of Trusted Types that we use; browsers without them take plain strings. */
type Policy = {
  createHTML(text: string): string
  createScriptURL(url: string): string
}
type Factory = {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (text: string) => string
      createScriptURL?: (url: string) => string
    },
  ): Policy
}

const SERVICE_WORKER = '/sw.js'
/** How React creates a script element. */
const EMPTY_SCRIPT = '<script></script>'

const factory =
  typeof window === 'undefined'
    ? undefined
    : (window as { trustedTypes?: Factory | undefined }).trustedTypes

function refuse(what: string): never {
  throw new TypeError(`not to be trusted: ${what.slice(0, 80)}`)
}

const own = factory?.createPolicy('bis', {
  createHTML: (text) => text,
  createScriptURL: (url) => (url === SERVICE_WORKER ? url : refuse(url)),
})

/**
 * Allows the strings that libraries write: React's empty script element, and texts without markup (our styles,
 * JSON-LD). Called once, before the first page is rendered.
 */
export function installDefaultTrustedTypes(): void {
  factory?.createPolicy('default', {
    createHTML: (text) => (text === EMPTY_SCRIPT || !text.includes('<') ? text : refuse(text)),
  })
}

/** For markup that the server has sanitised, and nothing else. */
export const cleanedHtml = (html: string): string => own?.createHTML(html) ?? html

/** The address of the service worker, for `navigator.serviceWorker.register`. */
export const serviceWorkerUrl = (): string => own?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER
