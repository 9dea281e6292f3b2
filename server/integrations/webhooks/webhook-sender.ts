import { Agent } from 'node:https'
import { Refusal } from '#domain/refusal.ts'
import { SECOND_MS } from '#domain/time.ts'
import { checkWebhookAddress } from '#domain/webhooks.ts'
import { INNER_NAME, publicLookup } from '#server/platform/name-lookup.ts'
import { makeFetch, serviceFetch } from '../outgoing-fetch.ts'

/** The status of an answer, or the Russian reason why there was none. */
export type WebhookReply = { readonly status: number | null; readonly failure: string | null }

/** Posts to the addresses of artists' programs. */
export type WebhookSender = {
  /** Never fails, and answers within LIMIT_MS. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookReply>
}

const LIMIT_MS = 5 * SECOND_MS
const LEADS_ELSEWHERE = /leads elsewhere: (\d+)/u

function failureOf(error: unknown, timedOut: boolean): WebhookReply {
  if (timedOut) return { status: null, failure: 'нет ответа за 5 секунд' }
  const { code, message } = error as NodeJS.ErrnoException
  const status = LEADS_ELSEWHERE.exec(message)?.[1]
  if (status !== undefined) return { status: Number(status), failure: 'ведёт на другой адрес' }
  if (code === INNER_NAME) return { status: null, failure: 'имя ведёт во внутреннюю сеть' }
  if (code === 'ENOTFOUND' || code === 'ENODATA') return { status: null, failure: 'имя не найдено' }
  if (code?.includes('CERT') || code?.startsWith('ERR_TLS'))
    return { status: null, failure: 'сертификат не подошёл' }
  return { status: null, failure: 'не удалось соединиться' }
}

type SenderOptions = {
  /** Name servers other than the machine's. */
  nameServers?: readonly string[]
  /** Also posts to this machine, by http: for tests. */
  local?: boolean
}

/**
 * The address comes from an artist, so it may lead into no inner network: its name is looked up with a bound, the address
 * that was checked is the one that is connected to, a redirect is not followed, and no connection is shared with calls
 * whose names are looked up otherwise.
 */
export function webhookSender({ nameServers, local = false }: SenderOptions = {}): WebhookSender {
  const lookup = publicLookup(nameServers === undefined ? {} : { nameServers })
  const fetchOpen = makeFetch(lookup, new Agent({ keepAlive: false }))
  return {
    async post(url, headers, body) {
      const signal = AbortSignal.timeout(LIMIT_MS)
      try {
        const send = local && url.startsWith('http:') ? serviceFetch : fetchOpen
        if (send === fetchOpen) checkWebhookAddress(url)
        const answer = await send(url, { method: 'POST', headers, body, signal })
        await answer.body?.cancel()
        return { status: answer.status, failure: null }
      } catch (error) {
        if (error instanceof Refusal) return { status: null, failure: error.message }
        return failureOf(error, signal.aborted)
      }
    },
  }
}
