import { useLoaderData } from 'react-router'
import type { WithCopy } from '#web/lib/device/device-copy.ts'
import { withDeviceCopy } from '#web/lib/device/device-copy.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { readToken, takeLinkToken } from '#web/lib/calls/token.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import type { PadConcerts, PadFlags, SecondPad } from '../load.ts'
import {
  loadPadFlags,
  loadSecondPad,
  secondPadConcerts,
  withKnownFlags,
  withNewest,
  useNewAfterLoss,
} from '../load.ts'
import { Pad } from '../pad.tsx'
import ground from '../pad.module.css'
import { usePadState } from '../use-pad-state.ts'

type Asked = { second: SecondPad; concerts: PadConcerts; flags: Partial<PadFlags> }
type Loaded = Omit<Asked, 'flags'> & { flags: PadFlags } & Pick<WithCopy<Asked>, 'savedAt' | 'late'>

export const { HydrateFallback, ErrorBoundary } = artistPage('Второй пульт')

export const handle: PageHandle = { theme: 'stage' }

export function meta() {
  return [
    { title: 'Второй пульт — Бис' },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
}

/** Null where this device has no valid link. */
export async function clientLoader(): Promise<Loaded | null> {
  takeLinkToken()
  if (readToken() === null) return null
  return withNewest(
    await withDeviceCopy('copy second page', askSecondPad, withKnownFlags),
    'second',
  )
}

async function askSecondPad(): Promise<Asked> {
  const second = await loadSecondPad()
  const [concerts, flags] = await Promise.all([
    secondPadConcerts(second),
    loadPadFlags(second.artistUsername),
  ])
  return { second, concerts, flags }
}

const reload = async () => secondPadConcerts(await loadSecondPad())

function OwnPad({ second, concerts, flags, savedAt, late }: Loaded) {
  useNewAfterLoss({ savedAt, late })
  const { artistUsername } = second
  const pad = usePadState(artistUsername, concerts, {
    load: reload,
    outboxOwner: `${artistUsername} second ${second.session.id}`,
    savedAt,
    copyName: 'copy second pad',
  })
  return <Pad pad={pad} flags={flags} nav={null} second={second} />
}

export default function SecondPadPage() {
  const loaded = useLoaderData<Loaded | null>()
  if (loaded !== null) return <OwnPad {...loaded} />
  return (
    <main id="main" className={ground.start}>
      <h1 className="d-m">Второй пульт</h1>
      <EmptyState
        text="Эта ссылка больше не действует: концерт закончился или пульт отозвали. Попросите у артиста новую."
        action={<Button href="/">На главную</Button>}
      />
    </main>
  )
}
