import type { Session } from '#contract/shapes.ts'
import { ReportLink } from '#web/parts/report-link.tsx'
import css from './edit-concert.module.css'

export type WhatMayChangeProps = { session: Session }

const WORDS: Record<Session['sessionStatus'], string> = {
  SCHEDULED:
    'Название, дата и площадка не меняются: о них уже знают слушатели. Если они другие, удалите концерт и объявите новый.',
  NOW: 'Концерт идёт. Всё, что вы измените здесь, слушатели увидят сразу.',
  PLAYED: 'Концерт прошёл. Его страница остаётся: текст, возраст и ссылку можно поправить.',
}

/** What of this concert may be changed at its stage, and the way to its report. */
export function WhatMayChange({ session }: WhatMayChangeProps) {
  const { id, sessionStatus } = session
  return (
    <div className={css.note}>
      <p className="muted">{WORDS[sessionStatus]}</p>
      <ReportLink sessionId={id}>
        {sessionStatus === 'SCHEDULED' ? 'Что уже заказали' : 'Отчёт о концерте'}
      </ReportLink>
    </div>
  )
}
