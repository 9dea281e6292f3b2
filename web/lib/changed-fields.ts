export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `checked` that were typed over what was saved: sent alone, they overwrite nothing saved from another page. */
export function changedFields<T extends object>(
  checked: T,
  saved: object,
  typed: object,
): Partial<T> {
  const before = new Map(Object.entries(saved))
  const now = new Map(Object.entries(typed))
  return Object.fromEntries(
    Object.entries(checked).filter(([name]) => !same(before.get(name), now.get(name))),
  ) as Partial<T>
}

/** The fields after the answer to `sent`: the saved values, except for what was typed while the request was pending. */
export function mergeFields<T extends object>(now: T, sent: T, answered: T): T {
  const then = new Map(Object.entries(sent))
  const answers = new Map(Object.entries(answered))
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      same(value, then.get(name)) ? answers.get(name) : value,
    ]),
  ) as T
}
