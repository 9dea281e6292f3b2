import { useEffect, useRef, useState } from 'react'
import { CallFailed, sentenceOf, wasAborted } from '#web/lib/call-failed.ts'
import type { ChosenPhoto } from './chosen-photo.ts'
import type { Crop } from './cut-photo.ts'
import { cutPhoto } from './cut-photo.ts'
import { PhotoTrouble } from './photo-trouble.ts'
import { uploadPhoto } from './upload-photo.ts'

export const ZOOM = { least: 1, most: 3 } as const
const ZOOM_STEP = 0.1
const KEYS: Readonly<Record<string, number | undefined>> = {
  '+': ZOOM_STEP,
  '=': ZOOM_STEP,
  '-': -ZOOM_STEP,
}

const within = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom))

/** A failed upload keeps the crop, so that the same photo can be sent again. */
export function useCrop(photo: ChosenPhoto, onUploaded: (link: string) => void) {
  const [zoom, setZoom] = useState<number>(ZOOM.least)
  const [crop, setCrop] = useState<Crop | null>(null)
  const [uploading, setUploading] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const upload = useRef<AbortController>(null)
  useEffect(() => () => upload.current?.abort(), [])

  // Nothing is typed in this sheet, so the keys zoom wherever the focus is.
  useEffect(() => {
    const zoomByKey = (event: KeyboardEvent) => {
      const step = KEYS[event.key]
      if (step === undefined || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setZoom((now) => within(now + step))
    }
    window.addEventListener('keydown', zoomByKey)
    return () => window.removeEventListener('keydown', zoomByKey)
  }, [])

  return {
    zoom,
    uploading,
    trouble,
    ready: crop !== null,
    setCrop,
    setZoom: (wanted: number) => setZoom(within(wanted)),

    async send() {
      if (crop === null || uploading) return
      upload.current = new AbortController()
      const { signal } = upload.current
      setUploading(true)
      setTrouble(null)
      try {
        const { link } = await uploadPhoto(await cutPhoto(photo.url, crop), { signal })
        onUploaded(link)
      } catch (failure) {
        if (wasAborted(failure)) return
        if (!(failure instanceof CallFailed || failure instanceof PhotoTrouble)) throw failure
        setTrouble(failure instanceof PhotoTrouble ? failure.message : sentenceOf(failure))
      } finally {
        setUploading(false)
      }
    },
  }
}
