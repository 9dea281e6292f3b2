import type { Caller } from './call.ts'
import { call } from './call.ts'

let server: Caller = call

/** The pad's way to the server. In a rehearsal a simulated one answers, and nothing leaves the browser. */
export const padCall: Caller = (endpoint, input, options) => server(endpoint, input, options)

/** Gives a way back to the real server. */
export function answerPadBy(simulated: Caller): () => void {
  server = simulated
  return () => {
    server = call
  }
}
