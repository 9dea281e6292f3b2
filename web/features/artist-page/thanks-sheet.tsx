import { useEffect, useRef, useState } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { api } from '#contract/index.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { CallFailed, sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { dropRequestKey, requestKey } from '#web/lib/device-memory.ts'
import { openPaymentTab } from '#web/lib/payment-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { ThanksView } from './artist-view.ts'
import type { ThanksAnswer } from './thanks.ts'
import { choiceOf } from './thanks.ts'
import { ThanksForm } from './thanks-form.tsx'
import css from './thanks-sheet.module.css'
import { useThanksSheet } from './use-thanks-sheet.ts'

type Thanking = {
  sending: boolean
  /** Why the last sending led to no bank. */
  errorText: string | null
  /** To be called inside the press: it opens the tab for the bank's page. */
  send: (rubles: number, message: string, receiptTo: string | undefined) => void
  /** The sum is another one, or the sheet is closed. */
  dismiss: () => void
}

type ThanksOptions = {
  artistUsername: string
  /** What the page was rendered with. */
  initialErrorText: string | null
  /** The bank's page is open in a tab of its own. */
  onTab: () => void
}

/** A refusal is an answer; silence, a broken server and «too many» are not. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof CallFailed)) return false
  return failure.status >= 400 && failure.status < 500 && failure.code !== 'TOO_MANY'
}

/** The server may have received it or not. */
function isSilence(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 0
}

const ONE_PAYMENT = 'Можно нажать ещё раз: платёж будет один.'

/** Sends a tip: one payment however often it is pressed, until the bank's page is known. */
function useThanks({ artistUsername, initialErrorText, onTab }: ThanksOptions): Thanking {
  const [sending, setSending] = useState(false)
  const [errorText, setErrorText] = useState(initialErrorText)
  // The answer comes to the page as it then is.
  const tell = useRef(onTab)
  useEffect(() => {
    tell.current = onTab
  })

  async function ask(rubles: number, message: string, receiptTo: string | undefined) {
    const tab = openPaymentTab()
    const to = receiptTo === undefined ? {} : { receiptTo }
    const what = `thanks ${artistUsername} ${rubles} ${message} ${receiptTo ?? ''}`
    setSending(true)
    setErrorText(null)
    try {
      const url = await call(
        api.payment.donate,
        { body: { artistUsername, amount: rublesToKopecks(rubles), message, ...to } },
        { idempotencyKey: requestKey(what) },
      )
      dropRequestKey(what)
      // The bank's page takes the sheet's place in this tab; beside another one the sheet goes away.
      if (tab.go(url, 'replace') === 'tab') tell.current()
    } catch (failure) {
      tab.close()
      if (isFinal(failure)) dropRequestKey(what)
      setErrorText(
        isSilence(failure) ? `${sentenceOf(failure)} ${ONE_PAYMENT}` : sentenceOf(failure),
      )
    } finally {
      setSending(false)
    }
  }

  return {
    sending,
    errorText,
    send(rubles, message, receiptTo) {
      if (!sending) void ask(rubles, message, receiptTo)
    },
    dismiss: () => setErrorText(null),
  }
}

type ThanksSheetProps = { artist: { username: string; name: string }; thanks: ThanksView }

/** How much for the musician, before the bank asks for it. */
export function ThanksSheet({ artist, thanks }: ThanksSheetProps) {
  const [search] = useSearchParams()
  const { payAt, refused } = useActionData<ThanksAnswer>() ?? {}
  const sheet = useThanksSheet()
  const thanking = useThanks({
    artistUsername: artist.username,
    initialErrorText: refused?.words ?? null,
    onTab: sheet.close,
  })

  const close = () => {
    thanking.dismiss()
    sheet.close()
  }
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={close}
      title={artist.name}
      subtitle={<span className={css.words}>{thanks.words}</span>}
    >
      {payAt === undefined ? (
        <ThanksForm
          thanks={thanks}
          open={sheet.isOpen}
          choiceAtFirst={choiceOf(refused?.amount ?? search.get('amount'))}
          messageAtFirst={refused?.message ?? ''}
          receiptAtFirst={refused?.receiptTo}
          errorText={thanking.errorText}
          sending={thanking.sending}
          onSend={thanking.send}
          onAmount={thanking.dismiss}
        />
      ) : (
        <>
          {/* Not a redirect: the page's policy stops a form's answer that leads to another site. */}
          <meta httpEquiv="refresh" content={`0;url=${payAt}`} />
          <p className="t-l">Открываем страницу оплаты…</p>
          <Button href={payAt} rel="noreferrer" variant="primary" size="stage" block>
            Перейти к оплате
          </Button>
        </>
      )}
      {thanks.newSheet && (
        <ul aria-label="Способы оплаты" className={css.marks}>
          <li>МИР</li>
          <li>VISA</li>
          <li>Mastercard</li>
          <li>СБП</li>
        </ul>
      )}
    </Sheet>
  )
}
