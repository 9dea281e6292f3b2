import type { FastifyInstance } from 'fastify'
import { namesArtist } from '#contract/shapes.ts'
import { databaseIsLost } from '../db/database-errors.ts'

type Part = Record<string, unknown>
type Shape = { properties?: Readonly<Record<string, { title?: string }>> }

const PAGE = /^\/user\/([\w.-]+?)((?:\.data)?(?:[/?].*)?)$/u

/**
 * The one place where a former nickname is replaced by the present one: in the input of calls, in the addresses of
 * files, and for pages by a redirect that keeps what follows the nickname.
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

  app.addHook('preHandler', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint !== undefined) {
      for (const part of ['query', 'params', 'body'] as const) {
        const { properties = {} } = endpoint[part] as Shape
        const fields = Object.keys(properties).filter((name) => namesArtist(properties[name]))
        if (fields.length > 0) await replace(request[part], fields)
      }
      return
    }
    const params = (request.params ?? {}) as Part
    if ('artistUsername' in params) return replace(params, ['artistUsername'])
    const [, username, rest = ''] = PAGE.exec(request.url) ?? []
    if (username === undefined) return
    const found = await currentName(username)
    // Not cached by browsers: the artist may take the nickname back.
    if (found !== username)
      return reply.header('cache-control', 'no-store').redirect(`/user/${found}${rest}`, 308)
  })
}
