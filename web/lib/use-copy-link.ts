import { useCopyText } from './use-copy-text.ts'

/** Gives the way to copy a whole address of this site, and says whether it was copied. */
export function useCopyLink(): (path: string) => Promise<void> {
  const copy = useCopyText('Ссылка скопирована', 'Ошибка при копировании ссылки')
  return (path) => copy(new URL(path, window.location.origin).href)
}
