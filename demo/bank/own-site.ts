import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends forms of other sites away; a script that names no site passes. */
export async function ownSiteOnly(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const from = request.headers['sec-fetch-site']
  if (from === undefined || from === 'same-origin' || from === 'none') return
  await reply.code(403).type('text/plain; charset=utf-8').send('Эта форма с другого сайта.')
}
