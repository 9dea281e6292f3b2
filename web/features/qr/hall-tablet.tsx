import { useState } from 'react'
import { usePresses } from '#web/lib/value-hooks.ts'
import type { TabletsPanelProps } from '#web/parts/tablets/tablets-panel.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import { concertAtHand } from './concert-at-hand.ts'

const TabletsPanel = lazyPart<TabletsPanelProps>(
  'web/parts/tablets/tablets-panel.tsx',
  async () => (await import('#web/parts/tablets/tablets-panel.tsx')).TabletsPanel,
)

/** «Планшет в зале» before the concert too; once it runs the pad's menu has the same. */
export function HallTablet({ username }: { username: string }) {
  const { press, isPending } = usePresses()
  const [sessionId, setSessionId] = useState<string | null>()
  const open = () =>
    press('open', async () => setSessionId((await concertAtHand(username))?.id ?? null))
  return (
    <Section title="Планшет в зале">
      <p className="t-l">Для тех, кто без телефона: заказывает за стол и никого не запоминает.</p>
      <Button block loading={isPending('open')} onClick={() => void open()}>
        Подключить планшет
      </Button>
      {sessionId === null && (
        <output>Сначала объявите концерт: планшет подключается к нему.</output>
      )}
      <BackSheet
        open={typeof sessionId === 'string'}
        onClose={() => setSessionId(undefined)}
        title="Планшет в зале"
      >
        {typeof sessionId === 'string' && (
          <TabletsPanel sessionId={sessionId} artistUsername={username} />
        )}
      </BackSheet>
    </Section>
  )
}
