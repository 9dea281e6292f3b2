import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { namesArtist } from '#contract/shapes.ts'
import { databaseIsLost } from '../db/database-errors.ts'

type Part = Record<string, unknown>
type Shape = { properties?: Readonly<Record<string, { title?: string }>> }

const PAGE = /^\/user\/([\w.-]+?)((?:\.data)?(?:[/?].*)?)$/u

/** The fields of a call's input that are nicknames, by its parts. */
function namedIn(endpoint: AnyEndpoint) {
  return (['query', 'params', 'body'] as const).flatMap((part) => {
    const { properties = {} } = endpoint[part] as Shape
    const fields = Object.keys(properties).filter((name) => namesArtist(properties[name]))
    return fields.length > 0 ? [{ part, fields }] : []
  })
}

/**
 * The one place where a former nickname is replaced by the present one, in every route that is added from then on: in
 * the input of calls, in the addresses of files, and for pages by a redirect that keeps what follows the nickname.
 */
export function redirectFormerNames(
  app: FastifyInstance,
  currentNameOf: (username: string) => Promise<string>,
): void {
  // Where the database does not answer, the nickname is used unchanged, as without this.
  const currentName = (username: string) =>
    currentNameOf(username).catch((error: unknown) => {
      if (!databaseIsLost(error)) throw error
      return username
    })

  async function replace(part: unknown, fields: readonly string[]): Promise<void> {
    const given = part as Part
    for (const field of fields) {
      const username = given[field]
      if (typeof username === 'string') given[field] = await currentName(username)
    }
  }

  async function ofPage(request: FastifyRequest, reply: FastifyReply) {
    const params = (request.params ?? {}) as Part
    if ('artistUsername' in params) return replace(params, ['artistUsername'])
    const [, username, rest = ''] = PAGE.exec(request.url) ?? []
    if (username === undefined) return
    const found = await currentName(username)
    // Not cached by browsers: the artist may take the nickname back.
    if (found !== username)
      return reply.header('cache-control', 'no-store').redirect(`/user/${found}${rest}`, 308)
  }

  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint
    if (endpoint === undefined) route.preHandler = ofPage
    // Of the route, so that a call without nicknames waits for nothing.
    const named = endpoint === undefined ? [] : namedIn(endpoint)
    if (named.length > 0)
      route.preHandler = async (request) => {
        for (const { part, fields } of named) await replace(request[part], fields)
      }
  })
}
