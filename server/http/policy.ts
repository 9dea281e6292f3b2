/**
 * What a page of ours may load, run and be put into. `nonce` is new for every answer: 128 bits in
 * Base64. Scripts run by it alone, and by what such a script loads; a string becomes markup or a script
 * only through web/lib/trusted.ts. Styles come from our own files too: the router asks for those of
 * the next page without a nonce. `socket`: our own origin as ws or wss, which Safari below 15.4 does
 * not count as 'self'.
 */
export function pagePolicy(nonce: string, socket: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
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

/** What the page that a telephone keeps for tunnels may do: it stands alone, with files of its own. */
export const OFFLINE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
