import Fastify from 'fastify'

/** The minimal server that answers /readyz: the cost of a start of a process with this framework. */
const http = Fastify()
http.get('/readyz', async () => ({ ready: true }))
await http.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
