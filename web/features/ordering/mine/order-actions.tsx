import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { MergedOrder } from './merge-orders.ts'

const DENIED = 'Уведомления запрещены в браузере: место в очереди видно на этой странице.'
const NOTIFY_TEXT = 'Сообщим, когда ваша песня станет следующей.'
const FAILED = 'Уведомления не включились: место в очереди видно на этой странице.'

const canPush = () =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const send = (
  orderId: string,
  subscription: BodyOf<typeof api.songs.pushSubscription>['subscription'],
) => call(api.songs.pushSubscription, { body: { orderId, subscription } })

/** Subscribes this browser to push messages about this order; the code for it is loaded on the tap. Throws where push does not work. */
async function subscribe(orderId: string, forceNew: boolean): Promise<void> {
  const { subscribeBrowser } = await import('#web/lib/device/push-subscription.ts')
  await send(orderId, await subscribeBrowser(forceNew))
}

let renewing: Promise<void> | null = null

/** Replaces this browser's subscription; the first order's request updates all of its orders. */
function renew(orderId: string): Promise<void> {
  renewing ??= subscribe(orderId, true).finally(() => {
    renewing = null
  })
  return renewing
}

type PushRenewalProps = { order: MergedOrder; onChange: () => void }

/** Subscribes this browser again for an order whose subscription has ended. */
export function PushRenewal({ order: { orderId, pushLost }, onChange }: PushRenewalProps) {
  const again = useEffectEvent((id: string) => {
    if (!canPush() || Notification.permission !== 'granted') return
    // A failure leaves the order without messages; its place is on the page.
    renew(id).then(onChange, () => undefined)
  })
  useEffect(() => {
    if (pushLost === true && orderId !== null) again(orderId)
  }, [pushLost, orderId])
  return null
}

type PushButtonProps = {
  order: MergedOrder
  onChange: () => void
  /** What the press promises. */
  label?: string
  variant?: 'line' | 'primary'
  icon?: ReactNode
}

/** Subscribes the listener to a push message when his song is next. */
export function PushButton(props: PushButtonProps) {
  const { order, onChange, variant = 'line', icon } = props
  const { label = 'Сообщить, когда подойдёт очередь' } = props
  const { orderId, state, title, pushed, place } = order
  const hydrated = useHydrated()
  const [on, setOn] = useState(pushed === true)
  const [listed, setListed] = useState(pushed)
  const [pending, setPending] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  if (pushed !== listed) {
    setListed(pushed)
    setOn(pushed === true)
  }
  const waits = state === 'SCHEDULED' || state === 'QUEUED'
  if (orderId === null || !waits || !hydrated || !canPush()) return null
  // After a refusal the browser asks no more: a button would be dead.
  const refused = Notification.permission === 'denied'
  if (refused && !on && errorText === null) return null

  async function turn(wanted: boolean, id: string) {
    setPending(true)
    setErrorText(null)
    try {
      // Requested within the tap: some browsers block a permission request without a user gesture.
      const asked = wanted ? Notification.requestPermission() : null
      if (asked === null) await send(id, null)
      else {
        const permission = await asked
        if (permission === 'denied') setErrorText(DENIED)
        if (permission !== 'granted') return
        await subscribe(id, false)
      }
      setOn(wanted)
      onChange()
    } catch (failure) {
      setErrorText(sentenceOf(failure, FAILED))
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      {(on || !refused) && (
        <Button
          block
          variant={on ? 'text' : variant}
          icon={!on && icon}
          loading={pending}
          onClick={() => void turn(!on, orderId)}
        >
          {on ? 'Не сообщать' : label}
          <span className="sr">: {title}</span>
        </Button>
      )}
      {on && Notification.permission === 'granted' && (
        <p className="t-s muted">
          {place === 1 ? 'Сообщим, когда ваша песня начнётся.' : NOTIFY_TEXT}
        </p>
      )}
      {errorText !== null && <p role="alert">{errorText}</p>}
    </>
  )
}

type ThankButtonProps = {
  order: MergedOrder
  onChange: () => void
  label?: string
  variant?: 'invert' | 'text'
}

/** Sends thanks for a song that was played, once, and shows the artist's reply. */
export function ThankButton(props: ThankButtonProps) {
  const { order, onChange, label = 'Сказать спасибо', variant = 'invert' } = props
  const { orderId, state, title, thanked, answer } = order
  const [sent, setSent] = useState(false)
  const { saving, failed, save } = useSaving()
  if (orderId === null || state !== 'PLAYED') return null

  const thank = () =>
    save(async () => {
      await call(api.songs.thank, { body: { orderId } })
      setSent(true)
      onChange()
    })

  if (thanked === true || sent)
    return (
      <output>
        {answer === undefined ? (
          'Вы сказали спасибо'
        ) : (
          <>
            Музыкант ответил: <b>«{answer}»</b>
          </>
        )}
      </output>
    )
  return (
    <>
      <Button variant={variant} loading={saving} onClick={() => void thank()}>
        {label}
        <span className="sr">: {title}</span>
      </Button>
      {failed !== null && <p role="alert">{failed}</p>}
    </>
  )
}
