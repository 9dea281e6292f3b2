import { requireArtist } from '#web/lib/require-artist.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { AddedStep } from './added-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import { TextStep } from './text-step.tsx'
import { useImport } from './use-import.ts'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Песни списком — Бис' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader(): Promise<null> {
  await requireArtist()
  return null
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const BACK = { href: '/artist/favorite_songs', name: 'Репертуар' }

/** A list of songs: its text, what it means, and what came of it. */
export default function RepertoireImportPage() {
  const list = useImport()
  const { preview, added } = list
  return (
    <ArtistFrame title="Песни списком" back={BACK}>
      {preview === null && <TextStep list={list} />}
      {preview !== null && added === null && <PreviewStep list={list} preview={preview} />}
      {added !== null && <AddedStep list={list} added={added} />}
      <LeaveGuard changed={list.text.trim() !== '' && added === null}>
        Песни из списка ещё не добавлены.
      </LeaveGuard>
    </ArtistFrame>
  )
}
