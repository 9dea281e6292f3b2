type Methods = Readonly<Record<string, (...args: never[]) => unknown>>

const ARRAY: Methods = {
  toReversed(this: readonly unknown[]) {
    const copy = [...this]
    copy.reverse()
    return copy
  },
  toSorted(this: readonly unknown[], compare?: (one: unknown, other: unknown) => number) {
    const copy = [...this]
    copy.sort(compare)
    return copy
  },
  toSpliced(this: readonly unknown[], ...args: [number, number, ...unknown[]]) {
    const copy = [...this]
    copy.splice(...args)
    return copy
  },
}

const STRING: Methods = {
  toWellFormed(this: string) {
    return this.replace(/\p{Cs}/gu, '\uFFFD')
  },
}

const ADDRESS: Methods = {
  canParse(url: string, base?: string) {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  },
}

/** Adds the methods that our code calls and that the oldest browsers of vite.config.ts lack. */
export function addNewerMethods(
  array: object = Array.prototype,
  string: object = String.prototype,
  address: object = URL,
): void {
  addTo(array, ARRAY)
  addTo(string, STRING)
  addTo(address, ADDRESS)
}

function addTo(owner: object, methods: Methods): void {
  for (const [name, value] of Object.entries(methods))
    if (!Object.hasOwn(owner, name))
      Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}
