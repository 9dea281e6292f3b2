import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { MapScreen } from '#web/parts/map-screen/map-screen.tsx'
import { NothingHere } from '#web/parts/map-screen/nothing-here.tsx'
import { TownForm } from '#web/parts/map-screen/town-form.tsx'
import { asksAnew, useMapAddress } from '#web/parts/map-screen/use-map-address.ts'
import { ChooseTown } from './choose-town.tsx'
import { loadTown } from './load-town.ts'

const PATH = '/find-location'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadTown(callFrom(context), new URL(request.url).searchParams, context.get(serverDoor).firstLook)

export const shouldRevalidate = asksAnew

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { title = 'Концерты в вашем городе', city = '' } = loaderData ?? {}
  return pageMeta({
    title: `${title} — Бис`,
    description: `${title} на карте и списком: когда, где и кто играет.`,
    path: city === '' ? PATH : `${PATH}?${new URLSearchParams({ city }).toString()}`,
    publicUrl: publicUrlIn(matches),
  })
}

export default function FindLocation() {
  const page = useLoaderData<typeof loader>()
  const { title, city, others, unknown, view, concerts, failed } = page
  const address = useMapAddress()
  const busy = useNavigation().state !== 'idle'
  const chosen = city !== '' && !unknown && others.length === 0
  return (
    <MapScreen
      title={title}
      mapLabel={`${title} на карте`}
      failed={failed !== null}
      field={<TownForm path={PATH} city={city} others={others} unknown={unknown} />}
      view={view}
      byAddress={page.byAddress}
      concerts={concerts}
      address={address}
      busy={busy}
      instead={chosen || failed !== null ? <NothingHere failed={failed} /> : <ChooseTown />}
    />
  )
}
