import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Rule } from '#web/ui/rule.tsx'
import { forgetDraft } from './use-draft.ts'
import css from './support-thanks.module.css'

/** The question has come; its draft has done its work. */
export function SupportThanks() {
  useEffect(() => forgetDraft(), [])
  return (
    <div className={css.thanks}>
      <Rule tone="lamp" />
      <output className="d-xs">Запрос успешно отправлен. Мы свяжемся с вами по email.</output>
      <Button href="/pricing#support">Написать ещё</Button>
    </div>
  )
}
