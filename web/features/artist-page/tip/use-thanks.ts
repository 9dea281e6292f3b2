import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api } from '#contract/index.ts'
import { LINK_LIFE_MINUTES, rublesToKopecks } from '#domain/money.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import {
  dropRequestKey,
  readStored,
  requestKey,
  watchStored,
  writeStored,
} from '#web/lib/device/device-memory.ts'
import { openPaymentTab } from '#web/lib/payments/payment-tab.ts'
import { useSaving } from '#web/lib/use-saving.ts'

export type ThanksToSend = {
  rubles: number
  message: string
  receiptTo: string | undefined
  /** What the hall may read of the giver. */
  shown?: TipShown | undefined
}

type ThanksOptions = {
  artistUsername: string
  /** The error that the page was rendered with. */
  initialErrorText: string | null
  /** Called when the bank's page has opened in a tab of its own. */
  onTab: () => void
}

/** Whether the failure is a final answer; a network error, a server error and TOO_MANY are not. */
const isFinal = ({ status, code }: CallFailed) =>
  status >= 400 && status < 500 && code !== 'TOO_MANY'

const ONE_PAYMENT = 'Можно нажать ещё раз: платёж будет один.'

/** Sends a tip: repeated presses make one payment, until the URL of the bank's page is known. */
export function useThanks({ artistUsername, initialErrorText, onTab }: ThanksOptions) {
  const [initial, setInitial] = useState(initialErrorText)
  const { saving, failed, correct, save } = useSaving({
    // Without an answer the server may have received the request.
    wordsOf: (failure) =>
      'status' in failure && failure.status === 0
        ? `${sentenceOf(failure)} ${ONE_PAYMENT}`
        : sentenceOf(failure),
  })
  // An answer calls the callback of the latest render.
  const onTabRef = useRef(onTab)
  useEffect(() => {
    onTabRef.current = onTab
  })

  const messageName = `thanks-message:${artistUsername}`
  const messageBefore = useSyncExternalStore(
    watchStored,
    () => readStored(messageName, 'sessionStorage') ?? '',
    () => '',
  )

  const dismiss = () => {
    setInitial(null)
    correct()
  }

  return {
    sending: saving,
    /** Why the last attempt did not lead to the bank. */
    errorText: failed ?? initial,
    /** Of the last attempt on this tab or the one that opened it: its payment may have failed. */
    messageBefore,
    /** Clears the error: the form was changed, or the sheet was closed. */
    dismiss,
    /** Call it inside the press event: it opens the tab for the bank's page. */
    send({ rubles, message, receiptTo, shown }: ThanksToSend) {
      if (saving) return
      // First: the bank's tab begins with a copy.
      writeStored(messageName, message, 'sessionStorage')
      const tab = openPaymentTab()
      const to = {
        ...(receiptTo !== undefined && { receiptTo }),
        ...(shown !== undefined && { shown }),
      }
      const what = `thanks ${artistUsername} ${rubles} ${message} ${JSON.stringify(to)}`
      dismiss()
      void save(
        async () => {
          const url = await call(
            api.payment.donate,
            { body: { artistUsername, amount: rublesToKopecks(rubles), message, ...to } },
            { idempotencyKey: requestKey(what, LINK_LIFE_MINUTES) },
          )
          dropRequestKey(what)
          // In this tab the bank's page replaces the sheet; when it opens in another tab, the sheet is closed.
          if (tab.go(url, 'replace') === 'tab') onTabRef.current()
        },
        (failure) => {
          tab.close()
          if (isFinal(failure)) dropRequestKey(what)
        },
      )
    },
  }
}
