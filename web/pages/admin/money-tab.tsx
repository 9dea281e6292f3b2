import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { AdminFrame } from './admin-frame.tsx'
import { HouseFigures } from './house-figures.tsx'
import type { MoneyOfHouse } from './load-stuck.ts'
import { PausedPayouts } from './paused-payouts.tsx'
import { StuckMoney } from './stuck-money.tsx'
import { useStuck } from './use-stuck.ts'

export type MoneyTabProps = { loaded: MoneyOfHouse }

/** The money of the house, and what of it does not move by itself. */
export function MoneyTab({ loaded }: MoneyTabProps) {
  const own = useStuck(loaded)
  const zone = useViewerZone('Europe/Moscow')
  const { house } = own
  return (
    <AdminFrame
      tab="money"
      lead={auditWords(house.audit, zone)}
      refreshing={own.isPending('refresh')}
      onRefresh={own.refresh}
    >
      {house.payoutsPaused && <PausedPayouts own={own} />}
      <HouseFigures house={house} />
      <StuckMoney own={own} />
    </AdminFrame>
  )
}

function auditWords(audit: MoneyOfHouse['audit'], zone: string): string {
  if (audit === null) return 'Ночной сверки ещё не было.'
  const when = `Сверка ${dayAndTime(audit.at, zone)}`
  return audit.clean ? `${when}: всё сходится.` : `${when}: не сходится. ${audit.words}`
}
