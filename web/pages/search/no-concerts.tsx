import type { MouseEvent } from 'react'
import { useRevalidator } from 'react-router'
import { NobodyPlays } from '#web/parts/nobody-plays.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { isFiltered, NO_FILTERS, searchHref } from './filters.ts'
import type { SearchView } from './search-view.ts'

type NoConcertsProps = {
  view: SearchView
  asking: boolean
}

/** Stands where the list would: nothing was found, nothing could be looked for, or nobody answered. */
export function NoConcerts({ view: { filters, wrong, failed }, asking }: NoConcertsProps) {
  const { revalidate } = useRevalidator()
  const all = (
    <Button href={searchHref(NO_FILTERS)} size="s">
      Показать все концерты
    </Button>
  )
  if (failed !== null)
    return (
      <div role="alert">
        <EmptyState
          rest={false}
          text={failed}
          action={
            <Button
              href={searchHref(filters)}
              size="s"
              loading={asking}
              onClick={(event: MouseEvent) => {
                event.preventDefault()
                void revalidate()
              }}
            >
              Попробовать ещё раз
            </Button>
          }
        />
      </div>
    )
  if (Object.keys(wrong).length > 0)
    return <EmptyState text="Поправьте фильтры, и концерты появятся здесь." action={all} />
  if (isFiltered(filters))
    return <EmptyState text="По этим фильтрам концертов пока нет." action={all} />
  return <NobodyPlays />
}
