import type { SandboxBank } from './bank.ts'
import type { Deliver } from './notices.ts'

/** A merchant that does not answer by then is told again later (ms). */
const PATIENCE_MS = 10_000

/** Posts a notification as a bank does. Throws where nobody answers. */
export const deliverByHttp: Deliver = async (url, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return { status: answer.status, text: await answer.text() }
}

/** The way to this bank's calls and registries inside the process, for whoever asks before anything listens. */
export function fetchInside(bank: Pick<SandboxBank, 'call' | 'registry'>): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const [, product, method = ''] = /\/(v2|a2c\/sbp)\/(.+)$/u.exec(url.pathname) ?? []
    if (init?.method !== 'POST')
      return new Response(new Uint8Array(await bank.registry(url.searchParams.get('day') ?? '')))
    const body = typeof init.body === 'string' ? init.body : ''
    const answer = await bank.call(product === 'v2' ? 'v2' : 'a2c', method, body)
    return answer?.kind === 'text'
      ? new Response(answer.text, { status: answer.status })
      : new Response(null, { status: 404 })
  }
}
