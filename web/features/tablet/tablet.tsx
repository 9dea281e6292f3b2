import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { data, useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { TabletView } from '#contract/tablets.ts'
import { timeAndDay } from '#domain/russian.ts'
import { accountOf } from '#web/features/ordering/load.ts'
import { isUnknownArtist, orElse } from '#web/lib/calls/call-failed.ts'
import { call, callFrom } from '#web/lib/calls/call.ts'
import { useNow } from '#web/lib/format.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { browserWakeLockApi, keepAwake } from '#web/ui/keep-awake.ts'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { PairForm } from './pair-form.tsx'
import css from './pairing.module.css'
import type { TabletArtist } from './tablet-stage.tsx'
import { TabletStage } from './tablet-stage.tsx'
import type { Paired } from './use-paired.ts'
import { usePaired } from './use-paired.ts'

export const handle: PageHandle = { theme: 'stage', unattended: true }

export async function loader({ params, context }: LoaderFunctionArgs): Promise<TabletArtist> {
  const query = { artistUsername: params['artistUsername'] ?? '' }
  const page = await orElse(callFrom(context)(api.page.getInfo, { query }), (failure) => {
    throw isUnknownArtist(failure) ? data(null, { status: 404 }) : failure
  })
  const { username, name } = page.artistInfoDTO
  return { username, name: name === '' ? username : name, account: accountOf(page) }
}

export const meta: MetaFunction<typeof loader> = () => [
  { title: 'Заказать песню — Бис' },
  { name: 'robots', content: 'noindex' },
]

/** The tablet in the hall: it orders for a table, leads nowhere, and remembers no guest. */
export default function TabletPage() {
  const artist = useLoaderData<TabletArtist>()
  const paired = usePaired(artist.username)
  useEffect(() => keepAwake(browserWakeLockApi(), () => undefined), [])
  const { token, view, lost, ended } = paired

  if (token == null)
    return (
      <Plain title="Планшет в зале">
        {ended && (
          <p role="alert" className="t-l b">
            Этот планшет отключили
          </p>
        )}
        <p className="t-l muted">{artist.name}: заказы для тех, кто без телефона.</p>
        {token === null && <Pairing username={artist.username} paired={paired} />}
      </Plain>
    )
  if (view === null)
    return (
      <Plain title="Планшет в зале">
        {lost ? (
          <p role="alert" className="t-l">
            Нет связи. Экран откроется сам, как только ответит сервер.
          </p>
        ) : (
          <LoadingWords text="Открываем концерт…" />
        )}
      </Plain>
    )
  if (view.status === 'NOW')
    return <TabletStage key={token} artist={artist} token={token} view={view} paired={paired} />
  return view.status === 'PLAYED' ? (
    <Ended username={artist.username} paired={paired} />
  ) : (
    <Before view={view} />
  )
}

function Plain({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className={css.plain}>
      <h1>{title}</h1>
      {children}
    </main>
  )
}

function Before({ view }: { view: TabletView }) {
  const now = useNow()
  return (
    <Plain title="Концерт ещё не начался">
      <p className="t-l">Начало: {timeAndDay(new Date(view.startsAt), view.timeZone, now)}</p>
      <p className="t-l muted">Заказы откроются здесь сами.</p>
    </Plain>
  )
}

type PairingProps = { username: string; paired: Paired }

function Ended(props: PairingProps) {
  const [pairing, setPairing] = useState(false)
  return (
    <Plain title="Концерт окончен">
      <p className="t-l">Спасибо!</p>
      {pairing ? (
        <Pairing {...props} />
      ) : (
        <Button size="stage" onClick={() => setPairing(true)}>
          Подключить к другому концерту
        </Button>
      )}
    </Plain>
  )
}

function Pairing({ username, paired }: PairingProps) {
  return (
    <PairForm
      press="Подключить"
      onSend={async (code, table) => {
        const body = { artistUsername: username, code, table }
        const { token } = await call(api.tablets.pair, { body })
        paired.pair(token)
      }}
    />
  )
}
