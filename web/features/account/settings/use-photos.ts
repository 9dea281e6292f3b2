import { useEffect, useRef, useState } from 'react'
import { MAX_PHOTOS } from '#domain/photo.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { ChosenPhoto } from './chosen-photo.ts'
import { letGo, openPhoto } from './chosen-photo.ts'
import { PhotoTrouble } from './photo-trouble.ts'

const FULL = `Уже ${MAX_PHOTOS} фото, больше нельзя. Удалите одно, чтобы загрузить новое.`

/** The artist's photos: each is uploaded and deleted at once, whatever stands in the form. */
export function usePhotos(loaded: readonly string[]) {
  const [links, setLinks] = useState(loaded)
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [opening, setOpening] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const toast = useToast()
  const held = useRef<ChosenPhoto>(null)

  function hold(photo: ChosenPhoto | null) {
    if (held.current !== null) letGo(held.current)
    held.current = photo
    setChosen(photo)
  }
  useEffect(
    () => () => {
      if (held.current !== null) letGo(held.current)
    },
    [],
  )

  return {
    links,
    chosen,
    trouble,
    opening,
    deleting,

    /** Opens a picture of the device for the crop. */
    async choose(file: Blob) {
      setTrouble(links.length >= MAX_PHOTOS ? FULL : null)
      if (links.length >= MAX_PHOTOS) return
      setOpening(true)
      try {
        hold(await openPhoto(file))
      } catch (failure) {
        if (!(failure instanceof PhotoTrouble)) throw failure
        setTrouble(failure.message)
      } finally {
        setOpening(false)
      }
    },

    uploaded(link: string) {
      setLinks((now) => [...now, link])
      hold(null)
      toast('Фото загружено')
    },

    giveUp: () => hold(null),
    askWhich: () => setDeleting(true),
    keepAll: () => setDeleting(false),

    deleted(link: string) {
      setLinks((now) => now.filter((one) => one !== link))
      setDeleting(false)
      toast('Фото удалено')
    },
  }
}
