/** The product's log names its levels in words (server/platform/lifecycle/log.ts). */
const ERROR_LINE = /"level":"(?:error|fatal)"/u

/** Returns the error lines of a product's output. */
export function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => ERROR_LINE.test(line))
}
