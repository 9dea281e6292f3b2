import { useRef, useState } from 'react'
import { useToast } from '../ui/toast-context.ts'
import { CallFailed, sentenceOf } from './call-failed.ts'

type OnFailed = (failure: CallFailed) => unknown

type Presses = {
  /** Whether the press of this name still waits for its answer. */
  isPending(name: string): boolean
  /**
   * Does the work of a press, unless the press of this name still waits. What the server or the
   * network refused is told in a toast, unless `onFailed` has 'told' it in its place; gives whether
   * the work was done.
   */
  press(name: string, work: () => Promise<void>, onFailed?: OnFailed): Promise<boolean>
}

/** Presses with a state each: waiting, done, or failed in words. */
export function usePresses(): Presses {
  const toast = useToast()
  const running = useRef(new Set<string>())
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())

  async function press(
    name: string,
    work: () => Promise<void>,
    onFailed?: OnFailed,
  ): Promise<boolean> {
    // A second tap comes before the first one is drawn, so the mark does not wait for the screen.
    if (running.current.has(name)) return false
    running.current.add(name)
    setPending(new Set(running.current))
    try {
      await work()
      return true
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      const shown = onFailed?.(failure) === 'told'
      if (!shown) toast({ text: sentenceOf(failure), tone: 'error' })
      return false
    } finally {
      running.current.delete(name)
      setPending(new Set(running.current))
    }
  }

  return { press, isPending: (name) => pending.has(name) }
}
