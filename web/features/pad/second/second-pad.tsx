import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import type { WithCopy } from '#web/lib/device/device-copy.ts'
import { withDeviceCopy } from '#web/lib/device/device-copy.ts'
import { readPass, readStored, writeStored } from '#web/lib/device/device-memory.ts'
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
import { ConcertOver } from './second-pads.tsx'
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

/** The concert of this device's last link outlives its token, which the server refuses once that is over. */
const CONCERT = 'second-pad-concert'

/** Without a valid link: the concert of the last one, where that is over; else null. */
export async function clientLoader(): Promise<Loaded | { over: Session | null }> {
  takeLinkToken()
  const token = readToken()
  if (token === null) return { over: await lastConcert() }
  if (readStored(CONCERT)?.endsWith(token.slice(-12)) === false) writeStored(CONCERT, null)
  return withNewest(
    await withDeviceCopy('copy second page', askSecondPad, withKnownFlags),
    'second',
  )
}

async function lastConcert(): Promise<Session | null> {
  const [sessionId = ''] = readStored(CONCERT)?.split(' ') ?? []
  if (sessionId === '') return null
  const pass = readPass(sessionId)
  const query = { sessionId, ...(pass !== null && { pass }) }
  const session = await orWhenUnavailable(call(api.session.byId, { query }), null)
  return session?.sessionStatus === 'PLAYED' ? session : null
}

async function askSecondPad(): Promise<Asked> {
  const second = await loadSecondPad()
  writeStored(CONCERT, `${second.session.id} ${readToken()?.slice(-12)}`)
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
  const loaded = useLoaderData<typeof clientLoader>()
  if ('second' in loaded) return <OwnPad {...loaded} />
  const { over } = loaded
  return (
    <main id="main" className={ground.start}>
      <h1 className={over === null ? 'd-m' : 'sr'}>Второй пульт</h1>
      {over === null ? (
        <EmptyState
          text="Эта ссылка больше не действует: концерт закончился или пульт отозвали. Попросите у артиста новую."
          action={<Button href="/">На главную</Button>}
        />
      ) : (
        <ConcertOver title={over.title} />
      )}
    </main>
  )
}
