import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Beat } from '../status/beat.tsx'
import { classes } from '../classes.ts'
import { CircleAlert } from '../icons/icons.tsx'
import { ToastContext } from './toast-context.ts'
import type { ShowToast, ToastMessage } from './toast-context.ts'
import css from './toast-host.module.css'

const SHOWN_MS = 5000
const AT_ONCE = 3

type Shown = ToastMessage & { id: number }

let lastId = 0

type ToastProps = { toast: ToastMessage; onPress: () => void }

/** One message on an inverted background. */
function Toast({ toast: { text, tone = 'plain', field, action }, onPress }: ToastProps) {
  return (
    <span className={classes(css.toast, css[tone], css.shown)}>
      <span aria-hidden="true" className={classes('vrule', css.bar)} />
      {tone === 'error' && <CircleAlert />}
      {tone === 'busy' && <Beat />}
      <span className={css.text}>
        {text}
        {field}
      </span>
      {action && (
        <button type="button" className={css.action} onClick={onPress}>
          {action.label}
        </button>
      )}
    </span>
  )
}

type ToastHostProps = { children: ReactNode }

/** Shows the toasts of the whole site: above the bars, five seconds each, longer under a pointer that came to them or the focus. */
export function ToastHost({ children }: ToastHostProps) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const [paused, setPaused] = useState(false)
  const host = useRef<HTMLOutputElement>(null)

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    showOnTop(element)
    element.addEventListener('focusin', () => setPaused(true))
    // Not «pointerenter»: it also comes where a toast appears under a mouse that rests on the button beneath.
    element.addEventListener('pointermove', ({ movementX, movementY }) => {
      if (movementX !== 0 || movementY !== 0) setPaused(true)
    })
    for (const departure of ['pointerleave', 'focusout']) {
      element.addEventListener(departure, () => setPaused(false))
    }
    // It may cover the very button that is needed next: a press closes it.
    const press = ({ target }: Event) => setToasts(without(element, target))
    element.addEventListener('click', press)
    // The others go with the element.
    return () => element.removeEventListener('click', press)
  }, [])

  const show = useCallback<ShowToast>((message) => {
    const news = typeof message === 'string' ? { text: message } : message
    const id = (lastId += 1)
    showOnTop(host.current)
    setToasts((now) => {
      // A stack of plain toasts would hide the list that they are about: the newest is enough.
      const others = now.filter(
        (toast) => toast.text !== news.text && (toast.tone === 'error' || toast.action),
      )
      return [...others, { ...news, id }].slice(-AT_ONCE)
    })
  }, [])

  return (
    <ToastContext value={show}>
      {children}
      <output ref={host} popover="manual" className={css.host}>
        {toasts.map(({ id, ...toast }) => (
          <Timed
            key={id}
            toast={toast}
            paused={paused}
            onDone={() => {
              setToasts((now) => now.filter((other) => other.id !== id))
              // Not every browser tells that the focus has gone with its element.
              setPaused(false)
            }}
          />
        ))}
      </output>
    </ToastContext>
  )
}

type TimedProps = { toast: ToastMessage; paused: boolean; onDone: () => void }

function Timed({ toast, paused, onDone }: TimedProps) {
  const { signal } = toast
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(() => done(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [paused])
  useEffect(() => {
    // Once the toast is gone it takes nothing away.
    const takeAway = () => done()
    if (signal?.aborted) takeAway()
    signal?.addEventListener('abort', takeAway)
  }, [signal])

  const onPress = () => {
    onDone()
    toast.action?.onPress()
  }
  return <Toast toast={toast} onPress={onPress} />
}

/** Drops the toast that was pressed; a press on its own button is handled by the button. */
function without(host: HTMLElement, target: EventTarget | null) {
  const pressed =
    target instanceof Element && !target.closest('button,input')
      ? [...host.children].findIndex((toast) => toast.contains(target))
      : -1
  return (toasts: readonly Shown[]) => toasts.filter((_, place) => place !== pressed)
}

/* An open dialog is in the browser's top layer; as a popover the host can come above it. */
function showOnTop(host: HTMLElement | null) {
  if (!host?.isConnected || typeof host.showPopover !== 'function') return
  const open = host.matches(':popover-open')
  if (open && document.querySelector('dialog[open]')) host.hidePopover()
  else if (open) return
  host.showPopover()
}
