import { MINUTE_MS } from '#domain/time.ts'
import type { BankOutcome } from './bank.ts'
import { isFields, ok, unknown } from './tbank-dialect/json.ts'
import type { BankFields } from './tbank-dialect/json.ts'
import { parseLossless } from './tbank-dialect/json.ts'

export type BankConnection = {
  /** Without a slash at the end; asked for at each call, as a bank inside the process learns its port late. */
  readonly url: string | (() => string)
  /** For one question with its answer (ms). */
  readonly timeLimitMs: number
  readonly fetch: typeof fetch
  readonly now: () => Date
}

/** Puts one question. What comes back is a readable answer, yes or no, or why there is none. Never throws. */
export async function post(
  line: BankConnection,
  path: string,
  question: BankFields,
): Promise<BankOutcome<BankFields>> {
  return reached(line, async (signal) => {
    const answer = await line.fetch(addressOf(line.url) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(question),
      // A question moves money, and nobody but the bank we named may have it.
      redirect: 'error',
      signal,
    })
    const closed = await closedDoor(answer, line.now())
    if (closed !== null) return closed
    const fields = parseLossless(await answer.text())
    return isFields(fields) ? ok(fields) : unknown('the answer is no object')
  })
}

export function addressOf(url: string | (() => string)): string {
  return typeof url === 'string' ? url : url()
}

/** Does the work within the time limit and turns all that can break on the way into unknown. */
export async function reached<T>(
  line: Pick<BankConnection, 'timeLimitMs'>,
  work: (signal: AbortSignal) => Promise<BankOutcome<T>>,
): Promise<BankOutcome<T>> {
  try {
    return await work(AbortSignal.timeout(line.timeLimitMs))
  } catch (error) {
    return unknown(causeOf(error))
  }
}

/** An answer that no one behind the door has written, or null. */
export async function closedDoor(answer: Response, now: Date): Promise<BankOutcome<never> | null> {
  const closed = refusalOf(answer.status, now)
  // What nobody reads would keep its connection.
  if (closed !== null) await answer.body?.cancel()
  return closed
}

function refusalOf(status: number, now: Date): BankOutcome<never> | null {
  if (status >= 500) return unknown(`status ${status}`)
  if (status === 429)
    return { outcome: 'later', retryAt: new Date(now.getTime() + MINUTE_MS), code: 'http_429' }
  if (status !== 401 && status !== 403) return null
  const text = 'Банк не пускает: проверьте ключи терминала и список адресов'
  return { outcome: 'declined', code: `http_${status}`, text, final: false }
}

// The name and the code alone: the sentence of an error may repeat what was sent.
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return 'time limit'
  if (error instanceof SyntaxError) return 'unreadable answer'
  const { cause } = error
  const code = isFields(cause) ? cause['code'] : undefined
  return `network: ${typeof code === 'string' ? code : error.name}`
}
