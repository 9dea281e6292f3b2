/** Of a `Host` header (RFC 9110, 7.2): a name or an address, and a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/iu

export type SiteOrigin = {
  /** The origin at which the sender of this `Host` reaches the site, without a slash at the end. */
  at(host: string | undefined): string
  /** Whether a page of this `Origin` is ours. */
  owns(origin: string, host: string | undefined): boolean
}

/**
 * The configured origin, whatever a request says of itself. `anyHost`: none is configured (`publicUrl` is the
 * default), so the site is also wherever a valid `Host` says it was reached, by http or through a tunnel by https.
 * X-Forwarded-Host and X-Forwarded-Proto are never read.
 */
export function siteOrigin({
  publicUrl,
  anyHost = false,
}: {
  publicUrl: string
  anyHost?: boolean
}): SiteOrigin {
  function reached(host = ''): URL | null {
    return anyHost && HOST.test(host) ? URL.parse(`http://${host}`) : null
  }
  return {
    at: (host) => reached(host)?.origin ?? publicUrl,
    owns: (origin, host) =>
      origin === publicUrl ||
      (/^https?:/u.test(origin) && URL.parse(origin)?.host === (reached(host)?.host ?? null)),
  }
}
