import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { townText } from '#domain/town-case.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { ChevronDown, MapPin } from '#web/ui/icons/more-icons.tsx'
import { uniqueTownName } from './town-choice.ts'

type Town = AnswerOf<typeof api.session.cities>[number]

type TownFieldProps = {
  /** The name of the field in a form sent before the scripts load. */
  name?: string
  /** The initial name in the field; another one replaces what was typed. */
  first?: string
  /** The error text. */
  error?: string | null
  /** The debounce of the typing, in ms. */
  waitMs?: number
  /** Called with the town and all that was found with it: other towns may have its name. */
  onTown: (town: Town, found: readonly Town[]) => void
}

const findTowns = (input: string, signal?: AbortSignal) =>
  call(api.session.cities, { query: { input } }, signal && { signal })

const optionOf = (town: Town) => ({
  key: `${townText(town)} ${town.latitude}`,
  text: town.name,
  aside: town.region,
})

/** A town field that searches while the user types: it keeps the focus, arrow keys go through the results. */
export function TownField(props: TownFieldProps) {
  const { name, first = '', error = null, waitMs = 300, onTown } = props
  const search = useSearch(findTowns, { waitMs, first: { text: first, found: null, failed: null } })
  const field = useRef<HTMLInputElement>(null)
  const [largest, setLargest] = useState<readonly Town[] | null>(null)
  const towns = search.text.trim() === '' ? largest : search.found

  const takeFirst = useEffectEvent(() => {
    if (field.current !== null && field.current.value.split(',')[0] !== first) search.put(first)
  })
  const came = useRef(first)
  useEffect(() => {
    if (came.current === first) return
    came.current = first
    takeFirst()
  }, [first])

  return (
    <ComboField
      label="Город"
      ref={field}
      name={name}
      start={<MapPin />}
      text={search.text}
      onText={search.setText}
      placeholder="Любой город"
      end={search.pending ? undefined : <ChevronDown />}
      options={towns?.map(optionOf) ?? null}
      onFocus={() => {
        // A blank text lists the largest towns; if they fail to load, the field still takes text.
        if (largest === null) void findTowns('').then(setLargest, () => undefined)
      }}
      onChoose={(at) => {
        const town = towns?.[at]
        if (towns === null || town === undefined) return
        search.put(uniqueTownName(town, towns))
        onTown(town, towns)
      }}
      listLabel="Найденные города"
      empty="Нет доступных опций"
      eager
      busy={search.pending}
      error={search.failed ?? error}
    />
  )
}
