import { useRef } from 'react'
import { pictureOf } from '#domain/poster-run.ts'
import { photoOf } from '#web/lib/photo.ts'
import { ImagePlus, Trash2 } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { Carousel } from '#web/ui/carousel.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { CropSheet } from './crop-sheet.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import css from './photos.module.css'
import { usePhotos } from './use-photos.ts'

export type PhotoSectionProps = { username: string; imageUrls: readonly string[] }

/** The photos of the page; what is done here counts at once, without «Save». */
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
            // The same file may be chosen once more.
            target.value = ''
          }}
        />
        <Button
          variant="tonal"
          block
          loading={photos.opening}
          icon={<ImagePlus className="ico" />}
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
          <Trash2 className="ico" />
        </IconButton>
      </div>
      <FieldNote
        id="photo-note"
        error={photos.trouble}
        help="Фото появляются на странице сразу, сохранять их не нужно."
      />
      {photos.chosen && (
        <CropSheet photo={photos.chosen} onClose={photos.giveUp} onUploaded={photos.uploaded} />
      )}
      {photos.deleting && (
        <PhotoPicker links={photos.links} onClose={photos.keepAll} onDeleted={photos.deleted} />
      )}
    </Section>
  )
}
