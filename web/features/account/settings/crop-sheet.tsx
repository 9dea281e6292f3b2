import { lazy, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChosenPhoto } from './chosen-photo.ts'
import css from './photos.module.css'
import { useCrop, ZOOM } from './use-crop.ts'

// Weighs as much as the page itself and is wanted once in a while.
const CropArea = lazy(() => import('./crop-area.tsx'))

export type CropSheetProps = {
  photo: ChosenPhoto
  onClose: () => void
  onUploaded: (link: string) => void
}

/** Which part of a picture becomes the photo. */
export function CropSheet({ photo, onClose, onUploaded }: CropSheetProps) {
  const crop = useCrop(photo, onUploaded)
  return (
    <Sheet open onClose={onClose} title="Кадр" className={css.sheet}>
      <div className={css.crop}>
        <Suspense fallback={<Skeleton shape="picture" />}>
          <CropArea
            url={photo.url}
            zoom={crop.zoom}
            zoomRange={ZOOM}
            onZoom={crop.setZoom}
            onCrop={crop.setCrop}
          />
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
        Двигайте фото пальцем, мышью или стрелками. Приближайте ползунком или клавишами + и −.
      </p>
      {crop.uploading && (
        <LoadingWords text="Загружаем фото…" lateText="Связь медленная, загружаем дальше…" />
      )}
      {crop.trouble !== null && <FieldNote id="crop-trouble" error={crop.trouble} />}
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
          {crop.trouble === null ? 'Готово' : 'Повторить'}
        </Button>
      </div>
    </Sheet>
  )
}
