import type { LegalFacts } from '#domain/documents.ts'
import css from './legal-note.module.css'

/** Says of an owner who is made up, or who is not named, that it is so. */
export function LegalNote({ legal }: { legal: LegalFacts | null }) {
  if (legal !== null && !legal.example) return null
  return (
    <p className={css.note}>
      {legal === null
        ? 'Владелец сайта ещё не указал свои реквизиты.'
        : 'Демонстрация: реквизиты вымышлены'}
    </p>
  )
}
