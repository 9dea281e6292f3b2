/** True when a statement was prepared before its tables got other columns: a retry succeeds. */
export function planIsStale(error: unknown): boolean {
  // The server's message is in its own language; `routine` is a name from its source.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

/** The SQLSTATE of a write to a server that is a copy now, or whose disk is full. */
export const READ_ONLY = '25006'

/** SQLSTATEs about the server and not the statement: its connection, shutdown, timeouts, disk, resources, no writes. */
const OF_THE_SERVER = /^(08...|25006|53...|57P..|57014|55000|58...)$/u
const OF_THE_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
// The driver and its pool report these without a code.
const IN_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u

/** True when the database cannot be reached or has no room, so that a retry may succeed once it is back. */
export function databaseIsLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return OF_THE_SERVER.test(code) || OF_THE_NETWORK.has(code) || IN_WORDS.test(error.message)
}
