/** Returns the same integer (0 to 2^32 - 1) for the same text, on every device and forever. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
