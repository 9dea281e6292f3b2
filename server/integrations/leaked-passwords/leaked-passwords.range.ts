import { createHash } from 'node:crypto'
import { boundedText } from '../bounded-text.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import type { LeakedPasswords } from './leaked-passwords.ts'

/** The maximum size of an answer; one with padding has 40 KB. */
const MOST_BYTES = 512 * 1024
const PREFIX = 5

/**
 * Pwned Passwords through its range API: the service learns five of the forty digits of the password's SHA-1, which a
 * million passwords share, and answers with the rest of all those that leaked; padding hides by the size which range
 * it was. `url`: «https://api.pwnedpasswords.com», without a slash at the end.
 */
export function rangeLeaks({ url }: { url: string }): LeakedPasswords {
  return {
    async has(password, { signal }) {
      const digits = createHash('sha1').update(password).digest('hex').toUpperCase()
      const headers = { 'add-padding': 'true' }
      const answer = await serviceFetch(`${url}/range/${digits.slice(0, PREFIX)}`, {
        headers,
        signal,
      })
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel()
        throw new Error(`the service answered ${answer.status}`)
      }
      const tooLong = () => new Error(`the service sends more than ${MOST_BYTES} bytes`)
      const lines = (await boundedText(answer.body, MOST_BYTES, tooLong)).split(/\r?\n/u)
      const rest = `${digits.slice(PREFIX)}:`
      // A line of padding counts zero.
      return lines.some(
        (line) => line.toUpperCase().startsWith(rest) && Number(line.slice(rest.length)) > 0,
      )
    },
  }
}
