import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { readStored, watchStored, writeStored } from '#web/lib/device/device-memory.ts'
import type { AskedReturn } from '#web/lib/payments/payment-return.ts'
import { ASKED, TAKEN } from '#web/lib/payments/payment-return.ts'

/** An older question was somebody else's (ms). */
const FRESH_MS = 3000

function readAsked(): AskedReturn | null {
  const stored = readStored(ASKED)
  if (stored === null) return null
  const asked = JSON.parse(stored) as AskedReturn
  return Date.now() - asked.at < FRESH_MS ? asked : null
}

/** The open page of an artist takes over from the tab of a payment that has come back from the bank. */
export function PaymentReturns({ artistUsername }: { artistUsername: string }) {
  const navigate = useNavigate()
  const take = useEffectEvent(() => {
    const asked = readAsked()
    if (asked?.artistUsername.toLowerCase() !== artistUsername.toLowerCase()) return
    if (readStored(TAKEN) === `${asked.id} ${asked.at}`) return
    writeStored(TAKEN, `${asked.id} ${asked.at}`)
    if (asked.href !== null) void navigate(asked.href)
  })
  useEffect(() => watchStored(() => take()), [])
  return null
}
