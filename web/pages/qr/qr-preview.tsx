import { Button } from '#web/ui/button.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import type { Preview } from './use-custom-qr.ts'
import css from './qr-preview.module.css'

export type QrPreviewProps = { preview: Preview; onAgain: () => void }

/** What the code will look like: the last picture stays until the next one is there. */
export function QrPreview({ preview: { picture, failed }, onAgain }: QrPreviewProps) {
  return (
    <div className={css.preview}>
      {picture !== null && <img src={picture} alt="Ваш QR-код" className={css.code} />}
      {picture === null && failed === null && <LoadingWords text="Рисуем код…" />}
      {failed !== null && (
        <div role="alert" className={css.failed}>
          <p>{failed}</p>
          <Button size="s" onClick={onAgain}>
            Попробовать ещё раз
          </Button>
        </div>
      )}
    </div>
  )
}
