import type { FastifyInstance } from 'fastify'
import type { SandboxBank } from './bank.ts'
import { html, sendPage } from './page-shell.ts'

/** The desk of the bank's operator. */
export function serveAdmin(scope: FastifyInstance, bank: SandboxBank): void {
  scope.get('/admin', { schema: { hide: true } }, async (_, reply) => {
    const balance = await bank.booksBalance()
    return sendPage(reply, {
      title: 'Операции',
      body: html`<p>Деньги сохраняются: ${balance ? 'да' : 'нет'}</p>`,
    })
  })
}
