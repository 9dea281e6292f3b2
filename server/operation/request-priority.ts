import type { AnyEndpoint, Priority } from '#contract/endpoint.ts'

/** A call has the priority of its line in the contract; the rest are pages, pictures and files. */
export function priorityOf(of: {
  method: string
  route: string
  endpoint?: AnyEndpoint | undefined
}): Priority {
  if (of.endpoint !== undefined) return of.endpoint.priority
  if (of.route.startsWith('/sandbox-bank')) return 'critical'
  // A page that is there already is of no use without its scripts.
  if (of.route.startsWith('/assets/')) return 'read'
  const reads = of.method === 'GET' || of.method === 'HEAD' || of.method === 'OPTIONS'
  return reads ? 'low' : 'write'
}
