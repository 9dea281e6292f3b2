import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import css from './not-arrived.module.css'

/** Stands in a tab whose content the network did not bring. */
export function NotArrived() {
  const { revalidate, state } = useRevalidator()
  return (
    <div className={classes('wrap', css.place)}>
      <EmptyState
        text="Связь прервалась, раздел не загрузился"
        rest={false}
        action={
          <Button variant="invert" loading={state !== 'idle'} onClick={() => void revalidate()}>
            Загрузить ещё раз
          </Button>
        }
      />
    </div>
  )
}
