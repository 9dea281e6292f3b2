const HERE = 'https://here.invalid'

/** The address on this site that a form named, as a browser would read it; the first page for any other. */
export function wayBack(named: string): string {
  if (!URL.canParse(named, HERE)) return '/'
  const { origin, pathname, search } = new URL(named, HERE)
  // Two slashes begin the address of another site.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}
