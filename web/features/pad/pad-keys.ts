import { useEffect, useEffectEvent } from 'react'

export type PadKey = 'next' | 'pause' | 'undo' | 'add' | 'break' | 'text' | 'code' | 'help'

export type Stroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'
>

/** The keys that foot pedals send: the right one pages forward, the left one back. */
const BY_KEY: Readonly<Record<string, PadKey>> = {
  ArrowRight: 'next',
  PageDown: 'next',
  Enter: 'next',
  ' ': 'next',
  ArrowLeft: 'undo',
  PageUp: 'undo',
  Backspace: 'undo',
  '?': 'help',
}

/** By their place on the keyboard: in the Russian layout they have other letters. */
const BY_CODE: Readonly<Record<string, PadKey>> = {
  KeyP: 'pause',
  KeyU: 'undo',
  KeyA: 'add',
  KeyB: 'break',
  KeyT: 'text',
  KeyK: 'code',
}

/** The action of a keystroke on the pad; null where it has none. */
export function padKeyOf({ key, code, ctrlKey, altKey, metaKey }: Stroke): PadKey | null {
  if (ctrlKey || altKey || metaKey) return null
  return BY_KEY[key] ?? BY_CODE[code] ?? null
}

/** Whether a keystroke is a new press, and not a repeat of a pedal that is held down. */
type Pedals = {
  isPress(stroke: Stroke, at: number): boolean
  lift(code: string): void
  liftAll(): void
}

/** Some pedals repeat complete keystrokes while held, faster than any foot (ms). */
const ECHO_MS = 700

export function watchPedals(): Pedals {
  const down = new Set<string>()
  const last = new Map<string, number>()
  return {
    isPress(stroke, at) {
      const { code, key, repeat } = stroke
      const name = code === '' ? key : code
      const held = repeat || down.has(name)
      const echo = at - (last.get(name) ?? -Infinity) < ECHO_MS
      down.add(name)
      last.set(name, at)
      return !held && !echo
    },
    lift: (name) => void down.delete(name),
    liftAll: () => down.clear(),
  }
}

/** The help for keys and pedals, in the order of the sheet. */
export const KEY_HELP: readonly { keys: readonly string[]; does: string }[] = [
  {
    keys: ['→', 'Page Down', 'Пробел', 'Enter'],
    does: 'Следующая песня, а в паузе «Продолжить»',
  },
  { keys: ['←', 'Page Up', 'Backspace', 'U'], does: 'Отменить: прошлая песня снова звучит' },
  { keys: ['P'], does: 'Пауза и продолжение концерта' },
  { keys: ['A'], does: 'Добавить песню' },
  { keys: ['T'], does: 'Текст и аккорды; в нём педаль листает, а в конце играет следующую' },
  { keys: ['K'], does: 'Код во весь экран и обратно' },
  { keys: ['B'], does: 'Перерыв 15 минут и его конец' },
  { keys: ['Alt + ↑', 'Alt + ↓'], does: 'Выбранную песню выше или ниже' },
  { keys: ['?'], does: 'Эта подсказка' },
]

const WRITES = 'input, textarea, select, [contenteditable]'
/** Beside what is pressed, the heading that has the focus of a keyboard where its row has gone. */
const PRESSED = 'button, a, [data-rest]'
/** A text that the keys page while it has the focus. */
const PAGED = '[data-pages]'
/** A sheet beside the living pad does not take the pedal. */
const OVER_THE_PAD = 'dialog[open]:not([data-beside])'

/** Keys and foot pedals control the pad, except where the focused element needs them. */
export function usePadKeys(playing: boolean, onKey: (key: PadKey) => void): void {
  const press = useEffectEvent(onKey)

  useEffect(() => {
    if (!playing) return undefined
    const feet = watchPedals()
    const listeners = new AbortController()
    const { signal } = listeners

    document.addEventListener(
      'keydown',
      (event) => {
        const key = padKeyOf(event)
        if (key === null || event.defaultPrevented || isMeantElsewhere(event)) return
        // Neither may scroll the page.
        event.preventDefault()
        if (feet.isPress(event, event.timeStamp)) press(key)
      },
      { signal },
    )
    document.addEventListener('keyup', ({ code, key }) => feet.lift(code === '' ? key : code), {
      signal,
    })
    // A key released in another window fires no event here.
    window.addEventListener('blur', () => feet.liftAll(), { signal })
    document.addEventListener('click', ({ detail }) => detail > 0 && setTimeout(dropFocus), {
      signal,
    })
    return () => listeners.abort()
  }, [playing])
}

function isMeantElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector(OVER_THE_PAD) !== null) return true
  if (!(target instanceof Element)) return false
  if (target.closest(`${WRITES}, ${PAGED}`) !== null) return true
  return (key === 'Enter' || key === ' ') && target.closest(PRESSED) !== null
}

/** A tap leaves the focus on what was tapped, and the next pedal press would activate or page it. */
function dropFocus(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !focused.matches(`${PRESSED}, ${PAGED}`)) return
  if (focused.closest(OVER_THE_PAD) === null) focused.blur()
}
