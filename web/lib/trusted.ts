/** The part of Trusted Types that we use; browsers without them take strings. */
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
/** How React makes the element of a script. */
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
 * Lets through what libraries write as a string: React the shell of a script, and texts in which
 * nothing is markup (our styles, JSON-LD). Once, before the first page is drawn.
 */
export function trustOurLibraries(): void {
  factory?.createPolicy('default', {
    createHTML: (text) => (text === EMPTY_SCRIPT || !text.includes('<') ? text : refuse(text)),
  })
}

/** For markup that the server has cleaned, and nothing else. */
export const cleanedHtml = (html: string): string => own?.createHTML(html) ?? html

/** The address of the service worker, for `navigator.serviceWorker.register`. */
export const serviceWorkerUrl = (): string => own?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER
