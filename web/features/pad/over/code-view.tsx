import { useEffect, useEffectEvent, useState } from 'react'
import { codeCall } from '#domain/concerts/running-action.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useBack } from '#web/parts/use-back.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Monitor } from '#web/ui/icons/artist-icons.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import css from './code-view.module.css'

/** Nobody needs it on the stand for longer. */
const SHOWN_MS = 3 * MINUTE_MS

type CodeViewProps = {
  open: boolean
  onClose: () => void
  username: string
  /** Listeners may order. */
  takesOrders: boolean
  /** The picture that was loaded with the pad; null while it has not come. */
  picture: string | null
  /** The address of the hall's screen; null in a rehearsal. */
  screen: string | null
  /** A pedal still plays the next song. */
  onNext: () => void
}

const FORTH = new Set(['ArrowRight', 'PageDown'])

/** The code over the whole screen, white, since a camera has to read it: the one light page of a running concert, opened by the artist alone. */
export function CodeView(props: CodeViewProps) {
  const { open, onClose, username, takesOrders, picture, screen, onNext } = props
  const { ref } = useModal(open, onClose)
  useBack(open, onClose)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code === 'KeyK') onClose()
    else if (FORTH.has(event.key)) onNext()
    else return
    event.preventDefault()
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return undefined
    const timer = setTimeout(() => close(), SHOWN_MS)
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return (
    <dialog ref={ref} aria-label="Код для зала" data-theme="day" className={css.view}>
      <button type="button" aria-label="Убрать код" className={css.code} onClick={onClose}>
        {picture === null ? (
          <output>Код не загрузился. Он появится, когда вернётся связь.</output>
        ) : (
          <img src={picture} alt={`QR-код страницы ${username}`} />
        )}
      </button>
      <div className={css.words}>
        <p className={css.call}>{codeCall(takesOrders)}</p>
        <p className={css.name}>{username}</p>
        <div className={css.ways}>
          {screen !== null && (
            <Button variant="tonal" icon={<Monitor />} href={screen} target="_blank">
              Экран зала
            </Button>
          )}
          <Button variant="tonal" icon={<ArrowLeft />} onClick={onClose}>
            К пульту
          </Button>
        </div>
      </div>
    </dialog>
  )
}

type CodePictureOptions = {
  /** A concert runs. */
  wanted: boolean
  /** The channel is live: a browser at a Wi-Fi without internet reports that it is online all the time. */
  live: boolean
  /** The code is to be seen. */
  shown: boolean
}

/** The picture of the code, loaded once while there is a network. */
export function useCodePicture(
  username: string,
  { wanted, live, shown }: CodePictureOptions,
): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted || picture !== null || !(live || shown)) return undefined
    const leaving = new AbortController()
    fetch(`/api/v1/qr/get-image/${username}`, { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.blob() : Promise.reject(new Error('no code'))))
      .then(
        (file) => setPicture(URL.createObjectURL(file)),
        // Tried again with the network.
        () => undefined,
      )
    return () => leaving.abort()
  }, [username, wanted, picture, live, shown])
  return picture
}
