const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#][^\s\p{C}]*)?$/u
// A browser drops the invisible and mends «http:host» by itself, so that what is shown is not where it leads.
const WHOLE = /^https?:\/\/[^\s\p{C}]+$/iu
const REAL_HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/u

/**
 * Takes an address of the web as people type it and gives it whole: «example.ru/x» gets https://.
 * Null for what is no address, has another scheme, a name and password in it, or no host that the
 * open web could know (a number, a name without a dot).
 */
export function webAddress(typed: string): string | null {
  const text = typed.trim()
  const address = WITHOUT_SCHEME.test(text) ? `https://${text}` : text
  const url = WHOLE.test(address) ? parsed(address) : null
  if (url === null) return null
  const { hostname, username, password } = url
  return REAL_HOST.test(hostname) && username === '' && password === '' ? address : null
}

// Browsers of the years before 2024 have no URL.canParse.
function parsed(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
