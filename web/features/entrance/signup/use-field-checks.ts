import type { FocusEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { checkName, checkPassword } from '#domain/account.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { brokenRule } from '#web/lib/said-or.ts'
import { emailTrouble, usernameTrouble } from './signup-steps.ts'

/** A press that took the focus lands before a sentence under the field moves what is pressed. */
const PAUSE_MS = 200

type Check = (value: string, signal: AbortSignal) => Promise<string | null>

const CHECKS = {
  username: (value, signal) => usernameTrouble(call, value, { signal }),
  password: async (value) => brokenRule(() => checkPassword(value, 'signup')),
  name: async (value) => brokenRule(() => checkName(value)),
  email: (value, signal) => emailTrouble(call, value, { signal }),
} as const satisfies Record<string, Check>

type Checked = keyof typeof CHECKS

const isChecked = (name: string): name is Checked => name in CHECKS
const ASKS_SERVER: ReadonlySet<Checked> = new Set(['username', 'email'])

/** Judges each field when it is left, and tells what is wrong with it. */
export function useFieldChecks(onWrong: (field: Checked, sentence: string) => void) {
  const [checking, setChecking] = useState<string | null>(null)
  const [freeUsername, setFreeUsername] = useState<string | null>(null)
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const checks = running.current
    return () => {
      for (const check of checks.values()) check.abort()
    }
  }, [])

  const stop = (name: string) => {
    running.current.get(name)?.abort()
    setChecking((now) => (now === name ? null : now))
  }

  const judge = async (name: Checked, value: string, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (signal.aborted) return
    if (ASKS_SERVER.has(name)) setChecking(name)
    try {
      const wrong = await CHECKS[name](value, signal)
      if (signal.aborted) return
      if (wrong !== null) onWrong(name, wrong)
      else if (name === 'username') setFreeUsername(value)
    } catch (failure) {
      // Nobody could say, or the field is being changed; the step itself asks again.
      if (!(failure instanceof CallFailed)) throw failure
    } finally {
      if (!signal.aborted) setChecking((now) => (now === name ? null : now))
    }
  }

  return {
    /** The field that the server is being asked about. */
    checking,
    freeUsername,
    onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
      const leaving = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      if (leaving || !(target instanceof HTMLInputElement)) return
      const { name, value } = target
      if (!isChecked(name) || value === '' || (name === 'username' && value === freeUsername))
        return
      stop(name)
      const controller = new AbortController()
      running.current.set(name, controller)
      void judge(name, value, controller.signal)
    },
    /** The field is being changed: what is being asked of it no longer counts. */
    forget(name: string) {
      stop(name)
      if (name === 'username') setFreeUsername(null)
    },
  }
}
