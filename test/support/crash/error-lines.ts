/** The product's log names its levels in words (server/platform/lifecycle/log.ts). */
const ERROR_LINE = /"level":"(?:error|fatal)"/u

/** Of all that a product wrote, the lines that tell of an error. */
export function errorLines(words: string): string[] {
  return words.split('\n').filter((line) => ERROR_LINE.test(line))
}
