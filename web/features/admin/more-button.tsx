import { Button } from '#web/ui/button.tsx'

export type MoreButtonProps = { pages: { more: (() => void) | null; loadingMore: boolean } }

/** The way to older rows, where there are some. */
export function MoreButton({ pages: { more, loadingMore } }: MoreButtonProps) {
  if (more === null) return null
  return (
    <Button block loading={loadingMore} onClick={more}>
      Показать ещё
    </Button>
  )
}
