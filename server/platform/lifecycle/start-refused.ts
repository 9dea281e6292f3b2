/** Something about the machine or the database that stops the start, in one sentence that says what to fix. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
