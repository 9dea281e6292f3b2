import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import { MapScreen } from '#web/parts/map-screen/map-screen.tsx'
import { NothingHere } from '#web/parts/map-screen/nothing-here.tsx'
import { writePlace } from '#web/parts/map-screen/place-in-address.ts'
import { TownForm } from '#web/parts/map-screen/town-form.tsx'
import { asksAnew, useMapAddress } from '#web/parts/map-screen/use-map-address.ts'
import { loadMap } from './load-map.ts'
import { useConcertsInView } from './use-concerts-in-view.ts'

const TITLE = 'Концерты на карте'
const PATH = '/concerts-on-map'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadMap(callFrom(context), new URL(request.url).searchParams, context.get(serverDoor).firstLook)

export const shouldRevalidate = asksAnew

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    title: `${TITLE} — Бис`,
    description: 'Живая музыка рядом: концерты на карте, те, что идут сейчас, отмечены.',
    path: PATH,
    publicUrl: publicUrlIn(matches),
  })

export default function ConcertsOnMap() {
  const page = useLoaderData<typeof loader>()
  const address = useMapAddress()
  const inView = useConcertsInView(page.concerts, page.failed)
  const turning = useNavigation().state !== 'idle'
  return (
    <MapScreen
      title={TITLE}
      mapLabel={TITLE}
      failed={inView.failed !== null}
      field={<TownForm path={PATH} city={page.city} others={page.others} unknown={page.unknown} />}
      view={page.view}
      byAddress={page.byAddress}
      concerts={inView.concerts}
      address={address}
      busy={inView.pending || turning}
      instead={
        <NothingHere
          failed={inView.failed}
          onAgain={page.failed === null ? inView.again : undefined}
        />
      }
      onMove={({ bounds, centre, byHand }) => {
        inView.look(bounds)
        if (byHand) address.change({ at: writePlace(centre) })
      }}
    />
  )
}
