import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { api } from '#contract/index.ts'
import { inTown } from '#domain/town-case.ts'
import type { SongsOfTown } from '#web/features/search/index.ts'
import { loadSongsOfTown, postWish } from '#web/features/search/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import type { Caller } from '#web/lib/call.ts'
import { callFrom } from '#web/lib/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/page-meta.ts'
import type { FirstLook } from '#web/lib/server-door.ts'
import { serverDoor } from '#web/lib/server-door.ts'
import type { MapView } from '#web/parts/map/map-view.ts'
import { MOSCOW, viewOfPins } from '#web/parts/map/map-view.ts'
import type { TownChoice } from '#web/parts/town-choice.ts'
import { around, centreOf, townOf } from '#web/parts/town-choice.ts'
import { Button } from '#web/ui/button.tsx'
import css from './map-screen.module.css'
import type { MapConcert } from './map-concert.ts'
import { NothingHere, TownForm } from './map-parts.tsx'
import { MapScreen } from './map-screen.tsx'
import { asksAnew, lookAround, useMapAddress, whereToBegin } from './use-map-address.ts'

type TownPage = {
  title: string
  /** As it was typed; empty before a town is chosen. */
  city: string
  others: TownChoice['others']
  /** Nothing is called so, and nobody plays in such a place. */
  unknown: boolean
  view: MapView
  concerts: MapConcert[]
  failed: string | null
  /** It begins at the town of the visitor's network address. */
  byAddress: boolean
  songs: SongsOfTown | null
}

const NO_TOWN = 'Концерты в вашем городе'

/** The concerts of the town that the address names. */
async function loadTown(
  call: Caller,
  request: Request,
  firstLook: () => Promise<FirstLook | null>,
): Promise<TownPage> {
  const search = new URL(request.url).searchParams
  const city = search.get('city')?.trim() ?? ''
  const page: TownPage = {
    title: NO_TOWN,
    city,
    others: [],
    unknown: false,
    view: MOSCOW,
    concerts: [],
    failed: null,
    byAddress: false,
    songs: null,
  }
  const locations = (body: object) => call(api.session.searchLocations, { body })
  try {
    if (city === '') {
      const { view, byAddress } = await whereToBegin(firstLook)
      const { concerts } = await lookAround(locations, view)
      return { ...page, byAddress, concerts, view: viewOfPins(concerts, view) }
    }
    const { town, others } = await townOf(call, city)
    const name = town?.name ?? city
    const [ofName, songs] = await Promise.all([
      locations({ city: name }),
      town === null ? null : loadSongsOfTown(call, request, name),
    ])
    const concerts = town === null ? ofName : around(town, ofName)
    const known = town !== null || concerts.length > 0
    return {
      ...page,
      title: known ? `Концерты ${inTown(name)}` : NO_TOWN,
      city: city.includes(',') ? city : name,
      others: known ? [] : others,
      unknown: !known && others.length === 0,
      view: viewOfPins(concerts, town === null ? MOSCOW : centreOf(town)),
      concerts,
      songs,
    }
  } catch (failure) {
    return { ...page, failed: sentenceOf(failure) }
  }
}

const LARGEST = ['Москва', 'Санкт-Петербург', 'Новосибирск', 'Екатеринбург', 'Казань']

const hrefOf = (city: string) => `/find-location?${new URLSearchParams({ city }).toString()}`

/** Before a town is chosen: what comes then, and a few towns to begin with. */
function ChooseTown() {
  return (
    <div className={css.chooseOnMap}>
      <p>Выберите город, и мы покажем его концерты на карте.</p>
      <ul aria-label="Большие города" className={css.towns}>
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

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadTown(callFrom(context), request, context.get(serverDoor).firstLook)

export const action = ({ request, context }: ActionFunctionArgs) =>
  postWish(request, context.get(serverDoor).secure)

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
      songs={page.songs}
      concerts={concerts}
      address={address}
      busy={busy}
      instead={chosen || failed !== null ? <NothingHere failed={failed} /> : <ChooseTown />}
    />
  )
}
