/** What the bank calls one try of ours: at most 36 characters, which an id with its dashes would fill alone. */
export function referenceOf(id: string, attempt: number): string {
  return `${id.replaceAll('-', '')}-${attempt}`
}

const REFERENCE = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})-\d{1,3}$/u

/** The id behind a reference, or null for a text that is none of ours. */
export function idOf(reference: string): string | null {
  const parts = REFERENCE.exec(reference)
  return parts === null ? null : parts.slice(1, 6).join('-')
}
