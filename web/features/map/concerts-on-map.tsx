import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { useLoaderData, useNavigation } from 'react-router'
import { api } from '#contract/index.ts'
import { sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { call, callFrom } from '#web/lib/calls/call.ts'
import { pageMeta, publicUrlIn } from '#web/lib/pages/page-meta.ts'
import { serverApi } from '#web/lib/calls/server-api.ts'
import type { MapBounds } from '#web/parts/map/map-view.ts'
import { pointOfTown } from '#web/parts/map/map-view.ts'
import { around } from '#web/parts/towns/town-choice.ts'
import { loadMap } from './load-map.ts'
import type { MapConcert } from './map-concert.ts'
import { NothingHere, TownForm } from './map-parts.tsx'
import { MapScreen } from './map-screen.tsx'
import {
  shouldReload,
  searchAround,
  searchEverywhere,
  useMapAddress,
  initialView,
  writePlace,
} from './use-map-address.ts'

const REST_MS = 300

type ConcertsInView = {
  concerts: readonly MapConcert[]
  pending: boolean
  /** Why the latest request failed; the concerts of the one before stay. */
  failed: string | null
  /** Requests this part of the map once it rests; earlier requests are cancelled. */
  look: (bounds: MapBounds) => void
  /** Repeats the last request at once. */
  again: () => void
}

/** The concerts of the visible part of the map; `first` are those loaded with the page, `firstFailed` why loading them failed. */
function useConcertsInView(
  first: readonly MapConcert[],
  firstFailed: string | null,
): ConcertsInView {
  const [start, setStart] = useState(first)
  const [concerts, setConcerts] = useState(first)
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(firstFailed)
  const asked = useRef({ controller: new AbortController(), timer: 0 })
  const seen = useRef<MapBounds | null>(null)
  if (start !== first) {
    setStart(first)
    setConcerts(first)
    setFailed(firstFailed)
  }

  useEffect(() => {
    const current = asked.current
    return () => {
      clearTimeout(current.timer)
      current.controller.abort()
    }
  }, [])

  async function ask(bounds: MapBounds, signal: AbortSignal) {
    setPending(true)
    setFailed(null)
    try {
      const found = await call(api.session.searchLocations, { body: { bounds } }, { signal })
      if (signal.aborted) return
      setConcerts(found)
      setPending(false)
    } catch (error) {
      if (signal.aborted || wasAborted(error)) return
      setFailed(sentenceOf(error))
      setPending(false)
    }
  }

  function lookAfter(bounds: MapBounds, delayMs: number) {
    clearTimeout(asked.current.timer)
    asked.current.controller.abort()
    const controller = new AbortController()
    seen.current = bounds
    asked.current = {
      controller,
      timer: window.setTimeout(() => void ask(bounds, controller.signal), delayMs),
    }
  }

  return {
    concerts,
    pending,
    failed,
    look: (bounds) => lookAfter(bounds, REST_MS),
    again: () => seen.current && lookAfter(seen.current, 0),
  }
}

const TITLE = 'Концерты на карте'
const PATH = '/concerts-on-map'

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  loadMap(callFrom(context), request, async (locations) => {
    const first = await initialView(context.get(serverApi).firstLook)
    if (first === null) return searchEverywhere(locations)
    return { ...first, ...(await searchAround(locations, first.view)) }
  })

export const shouldRevalidate = shouldReload

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
      town={page.spot}
      byAddress={page.byAddress}
      songs={page.songs}
      concerts={inView.concerts}
      address={address}
      busy={inView.pending || turning}
      instead={
        <NothingHere
          city={page.city}
          failed={inView.failed}
          onAgain={page.failed === null ? inView.again : undefined}
        />
      }
      onMove={({ bounds, centre, byUser }) => {
        inView.look(bounds)
        if (!byUser) return
        const left = page.spot !== null && around(pointOfTown(page.spot), [centre]).length === 0
        // Another town's name in the field would be untrue.
        address.change({ at: writePlace(centre), ...(left && { city: null }) })
      }}
    />
  )
}
