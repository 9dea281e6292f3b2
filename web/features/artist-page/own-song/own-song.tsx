import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MergedOrder } from '#web/features/ordering/index.ts'
import { isAlive } from '#web/features/ordering/index.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { classes } from '#web/ui/classes.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import { Beat } from '#web/ui/status/beat.tsx'
import { useReducedMotion } from '#web/ui/use-media.ts'
import css from './own-song.module.css'
import { StringField } from './string-field.tsx'
import { ownTitleSize } from './string-shape.ts'
import { TipSums } from './tip-sums.tsx'

const VIBRATION_MS = [80, 60, 80, 60, 240]
/** How often a page that is busy is looked at again (ms). */
const LOOK_MS = 400
/** The order whose song has filled the screen already, on this device. */
const SHOWN = 'ownSongShown'

type OwnSong = Pick<MergedOrder, 'key' | 'title' | 'artistName'>

/** The listener's own song that sounds now; a free «+1» does not make a song his own. */
function soundingOf(orders: readonly MergedOrder[]): MergedOrder | undefined {
  return orders.find(
    ({ state, paused, share, amount }) =>
      state === 'NOW' && paused === undefined && !(share === true && amount === null),
  )
}

/** Nothing that the listener is in the middle of would be covered. */
const isFree = () =>
  document.visibilityState === 'visible' &&
  document.querySelector('dialog[open]') === null &&
  document.activeElement?.matches('input, textarea') !== true

/** An order's key changes once its answer is stored; its id does not. */
const nameOf = ({ key, orderId }: MergedOrder) => orderId ?? key

type OwnSongProps = {
  orders: readonly MergedOrder[]
  artistUsername: string
  /** The artist takes tips: thanks are offered when the song has ended. */
  takesTips: boolean
}

/** The screen becomes the listener's song when it begins, once; when it has ended, thanks are one press away. */
export function OwnSong({ orders, artistUsername, takesTips }: OwnSongProps) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const still = useReducedMotion()
  const [shown, setShown] = useState<OwnSong | null>(null)
  const sounding = soundingOf(orders)
  const due = sounding && nameOf(sounding)
  const isOpen = shown !== null && (state as { ownSong?: string } | null)?.ownSong === shown.key

  const begin = useEffectEvent(() => {
    if (sounding === undefined || !isFree()) return false
    const { title, artistName } = sounding
    writeStored(SHOWN, nameOf(sounding))
    setShown({ key: nameOf(sounding), title, artistName })
    // «Back» leads back to the concert.
    void navigate(`${pathname}${search}`, {
      state: { ownSong: nameOf(sounding) },
      preventScrollReset: true,
    })
    // A browser blocks vibration, with a console warning, on a page that was never touched.
    if (!still && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS)
    return true
  })
  useEffect(() => {
    if (due === undefined || readStored(SHOWN) === due) return undefined
    let timer = 0
    const look = () => {
      if (readStored(SHOWN) !== due && !begin()) timer = window.setTimeout(look, LOOK_MS)
    }
    timer = window.setTimeout(look)
    return () => clearTimeout(timer)
  }, [due])

  const own = orders.find((order) => nameOf(order) === shown?.key)
  const thanks = own?.state === 'PLAYED' && takesTips
  // The queue tells that it has ended some seconds before the server tells how.
  const ended = own === undefined || (!isAlive(own) && !thanks)
  const closing = useRef('')
  const close = () => {
    if (!isOpen || closing.current === shown.key) return
    closing.current = shown.key
    void navigate(-1)
  }
  const end = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) closing.current = ''
    else if (ended) end()
  }, [isOpen, ended])

  if (shown === null) return null
  return (
    <Screen
      song={shown}
      open={isOpen}
      thanks={thanks}
      artistUsername={artistUsername}
      onClose={close}
    />
  )
}

type ScreenProps = {
  song: OwnSong
  open: boolean
  /** The song has ended. */
  thanks: boolean
  artistUsername: string
  onClose: () => void
}

function Screen({ song, open, thanks, artistUsername, onClose }: ScreenProps) {
  const { title, artistName } = song
  const titleId = useId()
  const { ref } = useModal(open, onClose)
  const leave = useEffectEvent(({ target }: MouseEvent) => {
    const onControl = target instanceof Element && target.closest('button, a') !== null
    if (!thanks && !onControl) onClose()
  })
  useEffect(() => {
    // A press anywhere leads back.
    const dialog = ref.current
    const press = (event: MouseEvent) => leave(event)
    dialog?.addEventListener('click', press)
    return () => dialog?.removeEventListener('click', press)
  }, [ref])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      data-theme="stage"
      className={classes(css.screen, thanks && css.after)}
    >
      <div aria-hidden="true" className={css.sky} />
      <StringField sounds={open && !thanks} />
      <div key={String(thanks)} className={css.say}>
        <p className={css.head}>
          {!thanks && <Beat className={css.beat} />}
          {thanks ? 'Это была ваша песня' : 'Это ваша песня'}
        </p>
        <h1 id={titleId} className={classes(css.title, css[ownTitleSize(title)])}>
          {title}
        </h1>
        <p className={css.by}>{artistName}</p>
        <Rule className={css.rule} />
        {thanks && <TipSums artistUsername={artistUsername} className={css.sumsHere} />}
        <button type="button" data-autofocus="" className={css.out} onClick={onClose}>
          Вернуться к концерту
        </button>
        <p role="alert" className="sr">
          {open && `${thanks ? 'Это была' : 'Это'} ваша песня: ${title}`}
        </p>
      </div>
    </dialog>
  )
}
