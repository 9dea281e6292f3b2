import { Share2 } from '#web/ui/icons/icons.tsx'
import { useShare } from '../lib/pages/share.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import css from './share-button.module.css'

type ShareButtonProps = {
  /** What is shared, in words. */
  title: string
}

/** Shares the open page by its path, without the rest of its address. */
export function ShareButton({ title }: ShareButtonProps) {
  const hydrated = useHydrated()
  const share = useShare()
  return (
    <IconButton
      label="Поделиться"
      className={hydrated ? undefined : css.waits}
      onClick={() => share(window.location.pathname, title)}
    >
      <Share2 />
    </IconButton>
  )
}
