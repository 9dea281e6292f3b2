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
