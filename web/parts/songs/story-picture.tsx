import { useState } from 'react'
import type { MouseEvent } from 'react'
import { saveFile } from '#web/lib/pages/share.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import css from './story-picture.module.css'

const NOT_YET = 'Картинка ещё рисуется, попробуйте чуть позже'

type StoryPictureProps = {
  /** Its address. */
  picture: string
  alt: string
  /** What it is about, for the phone's share sheet. */
  title: string
  fileName: string
}

/** A picture of 1080×1920 that the server draws, and the button that shares it. */
export function StoryPicture({ picture, alt, title, fileName }: StoryPictureProps) {
  return (
    <>
      <Drawn picture={picture} alt={alt} fileName={fileName} />
      <PictureButton picture={picture} title={title} fileName={fileName} />
    </>
  )
}

function Drawn({ picture, alt, fileName }: Omit<StoryPictureProps, 'title'>) {
  const [failed, setFailed] = useState(false)
  /* An image that failed before hydration fired no event. */
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailed(true)
  }
  if (failed)
    return (
      <>
        <p>{NOT_YET}</p>
        <Button onClick={() => setFailed(false)}>Попробовать ещё раз</Button>
      </>
    )
  return (
    <Anchor href={picture} download={fileName} className={css.story}>
      <img
        ref={look}
        src={picture}
        alt={alt}
        width={1080}
        height={1920}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    </Anchor>
  )
}

/** Passes the picture to the phone's own share sheet where it accepts files; else downloads it, also without scripts. */
function PictureButton({ picture, title, fileName }: Omit<StoryPictureProps, 'alt'>) {
  const hydrated = useHydrated()
  const [pending, setPending] = useState(false)
  const toast = useToast()
  const shares =
    hydrated &&
    window.matchMedia('(pointer: coarse)').matches &&
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [new File([], fileName, { type: 'image/jpeg' })] })

  async function share() {
    setPending(true)
    try {
      const response = await fetch(picture)
      if (!response.ok) throw new Error(`The picture came with ${response.status}`)
      const blob = await response.blob()
      const files = [new File([blob], fileName, { type: 'image/jpeg' })]
      await navigator.share({ files, title }).catch((error: unknown) => {
        // Closing the sheet means a cancel; when the tap took too long, the file is saved instead.
        const closed = error instanceof DOMException && error.name === 'AbortError'
        if (!closed) saveFile(blob, fileName)
      })
    } catch {
      toast({ text: NOT_YET, tone: 'error' })
    }
    setPending(false)
  }

  const press = (event: MouseEvent) => {
    if (!shares) return
    event.preventDefault()
    if (!pending) void share()
  }
  return (
    <Button
      variant="primary"
      href={picture}
      download={fileName}
      loading={pending}
      onClick={press}
      block
    >
      Картинка для историй
    </Button>
  )
}
