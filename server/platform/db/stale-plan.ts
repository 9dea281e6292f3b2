/** True when a statement was prepared before its tables got other columns: asked anew, it is answered. */
export function planIsStale(error: unknown): boolean {
  // The server says it in its own language; where it says it is a name of its source.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}
