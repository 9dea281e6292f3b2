import type { FormEvent, ReactNode } from 'react'
import { ActionRow } from '#web/ui/action-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field-note.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { tabHref } from './artist-tab.ts'
import { orderOf } from './order-wish.ts'
import type { Wish } from './order-wish.ts'
import css from './order-form.module.css'

export type OrderFormProps = {
  sessionId: string
  /** The request's own key, for when the form is sent without scripts. */
  formKey: string
  /** Why the last sending brought no answer. */
  trouble: string | null
  sending: boolean
  yes: string
  no: string
  closeHref: string
  onOrder: (wish: Wish) => void
  onClose: () => void
  /** What is ordered, as fields. */
  children: ReactNode
}

/** The question of an order sheet with its two answers. Without scripts it is sent to the page's own action. */
export function OrderForm(props: OrderFormProps) {
  const { sessionId, formKey, trouble, sending, yes, no, closeHref, onOrder, onClose } = props
  const hydrated = useHydrated()

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending) onOrder(orderOf(new FormData(event.currentTarget)).wish)
  }
  return (
    <form
      method="post"
      action={tabHref('order')}
      noValidate={hydrated}
      className={css.form}
      onSubmit={send}
    >
      <input type="hidden" name="sessionId" value={sessionId} />
      <input type="hidden" name="key" value={formKey} />
      {props.children}
      {trouble !== null && (
        <FieldNote
          id="order-trouble"
          error={`${trouble} Можно нажать ещё раз: песня закажется один раз.`}
        />
      )}
      <ActionRow>
        <Button type="submit" variant="primary" size="stage" loading={sending}>
          {yes}
        </Button>
        <Button
          href={closeHref}
          size="stage"
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          {no}
        </Button>
      </ActionRow>
    </form>
  )
}
