import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import { MAX_PHOTOS } from '#domain/accounts/photo.ts'
import { Refusal } from '#domain/refusal.ts'
import { pictureOf } from '#domain/concerts/poster-run.ts'
import { callWithFile } from '#web/lib/calls/call.ts'
import { same } from '#web/lib/changed-fields.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { ImagePlus, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Carousel } from '#web/ui/layout/carousel.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { LoadingWords, Skeleton } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { useMedia } from '#web/ui/use-media.ts'
import type { ChosenPhoto, Crop } from './chosen-photo.ts'
import { cutPhoto, releasePhoto, openPhoto } from './chosen-photo.ts'
import { PhotoPicker } from './photo-picker.tsx'
import css from '../account-settings.module.css'

const ZOOM = { least: 1, most: 3 } as const
const ZOOM_STEP = 0.1
const KEYS: Readonly<Record<string, number | undefined>> = {
  '+': ZOOM_STEP,
  '=': ZOOM_STEP,
  '-': -ZOOM_STEP,
}

const within = (zoom: number) => Math.min(ZOOM.most, Math.max(ZOOM.least, zoom))

/** A failed upload keeps the crop, so that the same photo can be sent again. */
function useCrop(photo: ChosenPhoto, onUploaded: (link: string) => void) {
  const [zoom, setZoom] = useState<number>(ZOOM.least)
  const [crop, setCrop] = useState<Crop | null>(null)
  const { saving: uploading, failed: error, save } = useSaving()
  const upload = useRef<AbortController>(null)
  const last = useRef<{ crop: Crop | null; key: string }>({ crop: null, key: '' })
  useEffect(() => () => upload.current?.abort(), [])

  // The sheet has no text field, so the zoom keys work wherever the focus is.
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
    error,
    ready: crop !== null,
    setCrop,
    setZoom: (wanted: number) => setZoom(within(wanted)),

    send: () =>
      save(async () => {
        if (crop === null) return
        upload.current = new AbortController()
        const { signal } = upload.current
        // The answer to the same crop may have been lost.
        if (!same(last.current.crop, crop)) last.current = { crop, key: newKey() }
        const { link } = await callWithFile(api.file.upload, await cutPhoto(photo.url, crop), {
          signal,
          idempotencyKey: last.current.key,
        })
        onUploaded(link)
      }),
  }
}

const FULL = `Уже ${MAX_PHOTOS} фото, больше нельзя. Удалите одно, чтобы загрузить новое.`

/** The artist's photos: each is uploaded and deleted at once, independently of the form. */
function usePhotos(loaded: readonly string[]) {
  const [links, setLinks] = useState(loaded)
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null)
  const { saving: opening, failed: error, save } = useSaving()
  const [deleting, setDeleting] = useState(false)
  const toast = useToast()
  const currentPhoto = useRef<ChosenPhoto>(null)

  function replacePhoto(photo: ChosenPhoto | null) {
    if (currentPhoto.current !== null) releasePhoto(currentPhoto.current)
    currentPhoto.current = photo
    setChosen(photo)
  }
  useEffect(
    () => () => {
      if (currentPhoto.current !== null) releasePhoto(currentPhoto.current)
    },
    [],
  )

  return {
    links,
    chosen,
    error,
    opening,
    deleting,

    /** Opens a picture from the device for cropping. */
    choose: (file: Blob) =>
      save(async () => {
        if (links.length >= MAX_PHOTOS) throw new Refusal('PHOTO_LIMIT', FULL)
        replacePhoto(await openPhoto(file))
      }),

    uploaded(link: string) {
      setLinks((now) => [...now, link])
      replacePhoto(null)
      toast('Фото загружено')
    },

    cancelCrop: () => replacePhoto(null),
    askWhich: () => setDeleting(true),
    cancelDeletion: () => setDeleting(false),

    deleted(link: string) {
      setLinks((now) => now.filter((one) => one !== link))
      setDeleting(false)
      toast('Фото удалено')
    },
  }
}

// Loaded lazily: as large as the page itself and rarely needed.
const CropArea = lazy(() => import('./crop-area.tsx'))

type CropSheetProps = {
  photo: ChosenPhoto
  onClose: () => void
  onUploaded: (link: string) => void
}

/** Chooses the part of a picture that becomes the photo. */
function CropSheet({ photo, onClose, onUploaded }: CropSheetProps) {
  const crop = useCrop(photo, onUploaded)
  const touch = useMedia('(pointer: coarse)')
  // Its frame is measured once, and has a size only in a sheet that is open.
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Sheet open onClose={onClose} title="Кадр" className={css.sheet}>
      <div className={css.crop}>
        <Suspense fallback={<Skeleton shape="picture" />}>
          {shown && (
            <CropArea
              photo={photo}
              zoom={crop.zoom}
              zoomRange={ZOOM}
              onZoom={crop.setZoom}
              onCrop={crop.setCrop}
            />
          )}
        </Suspense>
      </div>
      <label className={css.zoom}>
        <span>Приближение</span>
        <input
          type="range"
          min={ZOOM.least}
          max={ZOOM.most}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => crop.setZoom(event.target.valueAsNumber)}
        />
      </label>
      <p className="t-s muted">
        {touch
          ? 'Двигайте фото пальцем, приближайте ползунком.'
          : 'Двигайте фото мышью или стрелками. Приближайте ползунком или клавишами + и −.'}
      </p>
      {crop.uploading && (
        <LoadingWords text="Загружаем фото…" lateText="Связь медленная, загружаем дальше…" />
      )}
      {crop.error !== null && <FieldNote id="crop-error" error={crop.error} />}
      <div className={css.actions}>
        <Button block onClick={onClose}>
          Отмена
        </Button>
        <Button
          block
          variant="primary"
          disabled={!crop.ready}
          loading={crop.uploading}
          onClick={() => void crop.send()}
        >
          {crop.error === null ? 'Готово' : 'Повторить'}
        </Button>
      </div>
    </Sheet>
  )
}

type PhotoSectionProps = { username: string; imageUrls: readonly string[] }

/** The photos of the page; changes here are saved at once, without «Save». */
export function PhotoSection({ username, imageUrls }: PhotoSectionProps) {
  const photos = usePhotos(imageUrls)
  const file = useRef<HTMLInputElement>(null)
  return (
    <Section title="Фото" id="photo">
      <Carousel
        label="Ваши фотографии"
        images={photos.links.map(photoOf)}
        fallback={pictureOf(username)}
        sizes="(min-width: 768px) 640px, 100vw"
      />
      <div className={css.row}>
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void photos.choose(chosen)
            // Reset, so that the same file can be chosen again.
            target.value = ''
          }}
        />
        <Button
          variant="tonal"
          block
          loading={photos.opening}
          icon={<ImagePlus />}
          onClick={() => file.current?.click()}
        >
          Загрузить фото
        </Button>
        <IconButton
          label="Удалить фото"
          variant="tonal"
          className={css.bin}
          disabled={photos.links.length === 0}
          onClick={photos.askWhich}
        >
          <Trash2 />
        </IconButton>
      </div>
      <FieldNote
        id="photo-note"
        error={photos.error}
        help="Фото появляются на странице сразу, сохранять их не нужно."
      />
      {photos.chosen && (
        <CropSheet photo={photos.chosen} onClose={photos.cancelCrop} onUploaded={photos.uploaded} />
      )}
      {photos.deleting && (
        <PhotoPicker
          links={photos.links}
          onClose={photos.cancelDeletion}
          onDeleted={photos.deleted}
        />
      )}
    </Section>
  )
}
