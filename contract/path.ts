/** Base path of every call that has no path of its own (`absolute`). */
const API_BASE = '/api/v1'

/** The live channel: the client registers, the server sends the whole queue, and again after each change. */
export const LIVE_PATH = '/ws/updateModel'

/** The subprotocol after which a pad offers its token, to get one of the places that listeners cannot take. */
export const PAD_PROTOCOL = 'bis-pad'

/** The full path of a call, with Fastify's `:name` parameters left in place. */
export function pathOf(endpoint: { absolute: boolean; path: string }): string {
  return endpoint.absolute ? endpoint.path : `${API_BASE}${endpoint.path}`
}

/** The same with the parameters filled in. */
export function filledPath(
  endpoint: { absolute: boolean; path: string },
  params: Readonly<Record<string, string | number | boolean>> = {},
): string {
  return pathOf(endpoint).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}
