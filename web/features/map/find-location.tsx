import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { inTown } from '#domain/town-case.ts'
import { callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import css from './map-screen.module.css'
import { loadMap } from './load-map.ts'
import { NothingHere, TownForm } from './map-parts.tsx'
import { MapScreen } from './map-screen.tsx'
import { shouldReload, useMapAddress, initialView, searchEverywhere } from './use-map-address.ts'

/** Before a town is chosen, shows all concerts; when there are none, the town of the visitor's IP address. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadMap(callFrom(context), request, async (locations) => {
    const all = await searchEverywhere(locations)
    if (all.concerts.length > 0) return all
    return { ...all, ...(await initialView(context.get(serverApi).firstLook)) }
  })

const titleOf = (town: string | null) =>
  town === null ? 'Концерты в вашем городе' : `Концерты ${inTown(town)}`

const LARGEST = ['Москва', 'Санкт-Петербург', 'Новосибирск', 'Екатеринбург', 'Казань']

const hrefOf = (city: string) => `/find-location?${new URLSearchParams({ city }).toString()}`

/** Before a town is chosen: what comes next, and a few towns to begin with. */
function ChooseTown() {
  return (
    <div className={css.chooseOnMap}>
      <p>Выберите город, и мы покажем его концерты на карте.</p>
      <ul aria-label="Большие города" className="flow">
        {LARGEST.map((city) => (
          <li key={city}>
            <Button href={hrefOf(city)} size="s">
              {city}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PATH = '/find-location'

export const shouldRevalidate = shouldReload

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { town = null, city = '' } = loaderData ?? {}
  const title = titleOf(town)
  return pageMeta({
    title: `${title} — Бис`,
    description: `${title} на карте и списком: когда, где и кто играет.`,
    path: city === '' ? PATH : `${PATH}?${new URLSearchParams({ city }).toString()}`,
    publicUrl: publicUrlIn(matches),
  })
}

export default function FindLocation() {
  const page = useLoaderData<typeof loader>()
  const { city, others, unknown, view, concerts, failed } = page
  const title = titleOf(page.town)
  const address = useMapAddress()
  const busy = useNavigation().state !== 'idle'
  const chosen = city !== '' && !unknown && others.length === 0
  return (
    <MapScreen
      title={title}
      mapLabel={`${title} на карте`}
      failed={failed !== null}
      field={
        <>
          <TownForm path={PATH} city={city} others={others} unknown={unknown} />
          {city === '' && concerts.length > 0 && <p>Сейчас на карте концерты всех городов.</p>}
        </>
      }
      view={view}
      town={page.spot}
      byAddress={page.byAddress}
      songs={page.songs}
      concerts={concerts}
      address={address}
      busy={busy}
      instead={
        chosen || failed !== null ? <NothingHere city={city} failed={failed} /> : <ChooseTown />
      }
    />
  )
}
