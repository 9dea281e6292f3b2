/**
 * JSON without loss: a number that JavaScript would print otherwise than it stands in the text (an id
 * of 20 digits, `1.0`, `1e3`) comes as that text, a string; every other number is a number. Ids and tokens
 * are the same either way. Throws SyntaxError where the text is no JSON.
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, asItStands)
}

function asItStands(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : context.source
}
