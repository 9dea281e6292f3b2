import Fastify from 'fastify'

/** The least that answers /readyz: what a process with this framework costs to start. */
const http = Fastify()
http.get('/readyz', async () => ({ ready: true }))
await http.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
