import { RotateCw } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HouseFigures } from './house-figures.tsx'
import { loadStuck } from './load-stuck.ts'
import type { MoneyOfHouse } from './load-stuck.ts'
import { PausedPayouts } from './paused-payouts.tsx'
import { StuckMoney } from './stuck-money.tsx'
import { useStuck } from './use-stuck.ts'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Администратору — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = loadStuck

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** What only those see who keep the house. */
export default function Admin() {
  const own = useStuck(useLoaderData<MoneyOfHouse>())
  const zone = useViewerZone('Europe/Moscow')
  const { house } = own
  return (
    <ArtistFrame
      title="Администратору"
      lead={auditWords(house.audit, zone)}
      actions={
        <IconButton
          label="Обновить"
          loading={own.isPending('refresh')}
          onClick={() => own.refresh()}
        >
          <RotateCw className="ico" />
        </IconButton>
      }
    >
      {house.payoutsPaused && <PausedPayouts own={own} />}
      <HouseFigures house={house} />
      <StuckMoney own={own} />
    </ArtistFrame>
  )
}

function auditWords(audit: MoneyOfHouse['audit'], zone: string): string {
  if (audit === null) return 'Ночной сверки ещё не было.'
  const when = `Сверка ${dayAndTime(audit.at, zone)}`
  return audit.clean ? `${when}: всё сходится.` : `${when}: не сходится. ${audit.words}`
}
