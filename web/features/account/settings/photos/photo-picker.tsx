import { useState } from 'react'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { photoOf } from '#web/parts/artist/photo.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import css from '../account-settings.module.css'

/** The photo chosen for deletion, and the state of the deletion. */
function usePhotoDeletion(links: readonly string[], onDeleted: (link: string) => void) {
  const [picked, setPicked] = useState<string | null>(null)
  const { saving, failed, correct, save } = useSaving({
    wordsOf: (failure) => errorMessage(failure, 'Не удалось удалить файл'),
  })
  const [only] = links
  const chosen = links.length === 1 && only !== undefined ? only : picked

  return {
    chosen,
    error: failed,
    deleting: saving,

    pick(link: string) {
      setPicked(link)
      correct()
    },

    remove: () =>
      save(
        async () => {
          if (chosen === null)
            throw new Refusal('VALIDATION', 'Выберите фото, которое нужно удалить.')
          const fileName = chosen.split('/').at(-1) ?? chosen
          await call(api.file.deletePhoto, { query: { fileName } })
          onDeleted(chosen)
        },
        // Another tab has already deleted it.
        ({ code }) => code === 'NOT_FOUND' && chosen !== null && onDeleted(chosen),
      ),
  }
}

type PhotoPickerProps = {
  links: readonly string[]
  onClose: () => void
  onDeleted: (link: string) => void
}

/** Shows all photos and asks which one is to be deleted. */
export function PhotoPicker({ links, onClose, onDeleted }: PhotoPickerProps) {
  const { chosen, error, deleting, pick, remove } = usePhotoDeletion(links, onDeleted)
  const photos = links.map((link, place) => ({ link, text: `Фото ${place + 1}` }))
  return (
    <Sheet open onClose={onClose} title="Какое фото удалить?" className={css.sheet}>
      <fieldset className={css.grid}>
        <legend className="sr">Фотографии</legend>
        {photos.map(({ link, text }) => (
          <label key={link} className={css.choice}>
            <input
              type="radio"
              name="photo-to-delete"
              checked={link === chosen}
              className={css.radio}
              onChange={() => pick(link)}
            />
            <Picture
              file={photoOf(link)}
              sizes="(min-width: 768px) 240px, 45vw"
              alt={text}
              width={1200}
              height={600}
              loading="lazy"
              className={css.photo}
            />
          </label>
        ))}
      </fieldset>
      <FieldNote id="picker-error" error={error} help="Вернуть удалённое фото нельзя." />
      <div className={css.actions}>
        <Button block onClick={onClose}>
          Отмена
        </Button>
        <Button block variant="danger" loading={deleting} onClick={() => void remove()}>
          Удалить
        </Button>
      </div>
    </Sheet>
  )
}
