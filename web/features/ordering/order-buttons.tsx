import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { MergedOrder } from './merge-orders.ts'

const DENIED = 'Уведомления запрещены в браузере: место в очереди видно на этой странице.'
const NOTIFY_TEXT = 'Сообщим, когда ваша песня станет следующей.'
const FAILED = 'Уведомления не включились: место в очереди видно на этой странице.'

const canPush = () =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

type PushButtonProps = { order: MergedOrder; onChange: () => void }

/** Subscribes the listener to a push message when his song is next; the code for it is loaded on the tap. */
export function PushButton({ order, onChange }: PushButtonProps) {
  const { orderId, state, title, pushed, pushLost, place } = order
  const hydrated = useHydrated()
  const [on, setOn] = useState(pushed === true)
  const [listed, setListed] = useState(pushed)
  const [pending, setPending] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const renew = useEffectEvent((id: string) => {
    if (canPush() && Notification.permission === 'granted') void turn(true, id, true)
  })
  useEffect(() => {
    if (pushLost === true && orderId !== null) renew(orderId)
  }, [pushLost, orderId])
  if (pushed !== listed) {
    setListed(pushed)
    setOn(pushed === true)
  }
  const waits = state === 'SCHEDULED' || state === 'QUEUED'
  if (orderId === null || !waits || !hydrated || !canPush()) return null

  async function turn(subscribe: boolean, id: string, forceNew = false) {
    setPending(true)
    setErrorText(null)
    try {
      // Requested within the tap: some browsers block a permission request without a user gesture.
      const asked = subscribe ? Notification.requestPermission() : null
      const { dropPush, renewPush, setPush } = await import('./push-subscription.ts')
      if (asked === null) await dropPush(id)
      else {
        const permission = await asked
        if (permission === 'denied') setErrorText(DENIED)
        if (permission !== 'granted') return
        await (forceNew ? renewPush(id) : setPush(id))
      }
      setOn(subscribe)
      onChange()
    } catch (failure) {
      setErrorText(sentenceOf(failure, FAILED))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <Button
        size="s"
        variant={on ? 'text' : 'line'}
        loading={pending}
        onClick={() => void turn(!on, orderId)}
      >
        {on ? 'Не присылать уведомления' : 'Прислать уведомление'}
        <span className="sr">: {title}</span>
      </Button>
      {on && Notification.permission === 'granted' && (
        <p className="t-s muted">
          {place === 1 ? 'Сообщим, когда ваша песня начнётся.' : NOTIFY_TEXT}
        </p>
      )}
      {errorText !== null && <p role="alert">{errorText}</p>}
    </>
  )
}

type ThankButtonProps = { order: MergedOrder; onChange: () => void }

/** Sends thanks for a song that was played, once, and shows the artist's reply. */
export function ThankButton({ order, onChange }: ThankButtonProps) {
  const { orderId, state, title, thanked, answer } = order
  const [sent, setSent] = useState(false)
  const [pending, setPending] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  if (orderId === null || state !== 'PLAYED') return null

  async function thank(id: string) {
    setPending(true)
    setErrorText(null)
    try {
      await call(api.songs.thank, { body: { orderId: id } })
      setSent(true)
      onChange()
    } catch (failure) {
      setErrorText(sentenceOf(failure))
    }
    setPending(false)
  }

  if (thanked === true || sent)
    return (
      <output>
        {answer === undefined ? (
          'Вы сказали спасибо'
        ) : (
          <>
            Артист ответил: <b>«{answer}»</b>
          </>
        )}
      </output>
    )
  return (
    <>
      <Button size="s" variant="invert" loading={pending} onClick={() => void thank(orderId)}>
        Сказать спасибо<span className="sr">: {title}</span>
      </Button>
      {errorText !== null && <p role="alert">{errorText}</p>}
    </>
  )
}
