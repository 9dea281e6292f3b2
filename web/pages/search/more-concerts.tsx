import type { MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Filters } from './filters.ts'
import { searchHref } from './filters.ts'
import { ListEnd } from './list-end.tsx'
import { PAGE } from './part-of-list.ts'
import type { MoreOfList } from './use-more.ts'
import css from './concert-list.module.css'

type MoreConcertsProps = { list: MoreOfList; filters: Filters }

/** Brings the next concerts when the end of the list comes near, or by its button. */
export function MoreConcerts({ list, filters }: MoreConcertsProps) {
  const { concerts, pending, failed } = list
  const shown = concerts.length
  const last = concerts.at(-1)
  return (
    <div className={css.more}>
      {/* One for each part: an end that stays in sight would never be told of again. What failed is asked for by hand. */}
      {failed === null && <ListEnd key={shown} onNear={() => void list.ask()} />}
      {failed !== null && <p role="alert">{failed}</p>}
      <Button
        href={`${searchHref(filters, { shown: String(shown + PAGE) })}#c-${last?.id ?? ''}`}
        size="s"
        loading={pending}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void list.ask()
        }}
      >
        Показать ещё
      </Button>
    </div>
  )
}
