import { Plus } from 'lucide-react'
import { QUESTIONS } from '#web/content/questions.ts'
import { HomeBlock } from './home-block.tsx'
import css from './faq-section.module.css'

/** Questions that open by themselves, before the scripts come too. */
export function FaqSection() {
  return (
    <HomeBlock id="faq" title="Вопросы" sheet aside>
      <div className={css.questions}>
        {QUESTIONS.map(({ asked, answer }, at) => (
          <details key={asked} open={at === 0}>
            <summary className={css.asked}>
              <span>{asked}</span>
              <span aria-hidden="true" className={css.sign}>
                <Plus className="ico" />
              </span>
            </summary>
            <p className={css.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </HomeBlock>
  )
}
