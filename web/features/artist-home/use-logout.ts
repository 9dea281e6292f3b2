import { useState } from 'react'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { forgetToken } from '#web/lib/token.ts'

/** The server is asked for so long; a lost network must not keep anybody in. */
const PATIENCE_MS = 3000

/** Ends the token at the server, and here in any case. */
async function endToken(): Promise<void> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  // Whatever it answers, this device is out.
  await call(api.auth.logout, {}, { signal: patience.signal }).catch(() => {})
  clearTimeout(timer)
  forgetToken()
}

/** For a button that logs this device out. */
export function useLogout() {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave() {
      if (leaving) return
      setLeaving(true)
      // A whole new page, so that nothing of this account stays in memory.
      void endToken().then(() => window.location.assign('/login'))
    },
  }
}
