/** Judges the `Origin` of an upgrade by it and the `Host` that was asked. */
export type OriginRule = (origin: string | undefined, host: string | undefined) => boolean

/**
 * Lets in pages of the same host, pages of the named origins (`https://bis.example`), and clients that are no browser:
 * those send no Origin, and the rule guards only against foreign pages that act through a visitor's browser.
 */
export function originRule(alsoAllowed: readonly string[] = []): OriginRule {
  return (origin, host) => {
    if (origin === undefined || alsoAllowed.includes(origin)) return true
    return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
  }
}
