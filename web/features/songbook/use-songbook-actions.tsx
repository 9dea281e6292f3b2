import { countedSongs } from '#domain/russian.ts'
import { chordProFiles, songbookOf, songbookText } from '#domain/songs/songbook.ts'
import { saveFile } from '#web/lib/pages/share.tsx'
import { usePresses } from '#web/lib/value-hooks.ts'
import { plainFileName, zipOf } from '#web/parts/songs/song-files.ts'
import { Download, FileText, Printer } from '#web/ui/icons/artist-icons.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { LoadedSongbook } from './load.ts'
import { loadSongbook } from './load.ts'

/** Returns a function that gives the menu's actions for the songs of a set, or of the whole repertoire where it is null. */
export function useSongbookActions(): (setId: string | null) => MenuAction[] {
  const { press, isPending } = usePresses()
  const toast = useToast()

  async function saveZip({ title, items }: LoadedSongbook) {
    const files = chordProFiles(items)
    const without = items.filter(({ kind }) => kind === 'song').length - files.length
    if (files.length === 0) return toast('Пока нет ни одного текста. Добавьте его в «О песне».')
    const name = `${plainFileName(title)}.zip`
    saveFile(new Blob([await zipOf(files)], { type: 'application/zip' }), name)
    if (without > 0) toast(`Без текста: ${countedSongs(without)}`)
  }

  function saveText({ title, items }: LoadedSongbook) {
    const text = songbookText(title, songbookOf(items))
    saveFile(new Blob([text], { type: 'text/plain' }), `${plainFileName(title)}.txt`)
  }

  return (setId) => {
    const save = (what: 'zip' | 'text') =>
      void press(`${what} ${setId}`, async () => {
        const loaded = await loadSongbook(setId)
        await (what === 'zip' ? saveZip(loaded) : saveText(loaded))
      })
    const labelled = (what: 'zip' | 'text', label: string) =>
      isPending(`${what} ${setId}`) ? 'Скачиваем тексты…' : label
    return [
      {
        key: 'zip',
        label: labelled('zip', 'Скачать тексты ChordPro'),
        icon: <Download />,
        disabled: isPending(`zip ${setId}`),
        onSelect: () => save('zip'),
      },
      {
        key: 'text',
        label: labelled('text', 'Скачать простым текстом'),
        icon: <FileText />,
        disabled: isPending(`text ${setId}`),
        onSelect: () => save('text'),
      },
      {
        key: 'print',
        label: 'На печать с аккордами',
        icon: <Printer />,
        href: setId === null ? '/artist/songbook' : `/artist/songbook?set=${setId}`,
      },
    ]
  }
}
