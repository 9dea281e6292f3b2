import { useState } from 'react'
import { useLocation } from 'react-router'
import { Anchor } from '#web/ui/anchor.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { passedOn } from './passed-on.ts'
import css from './feedback-section.module.css'

const focusOn = (card: HTMLElement | null) => card?.focus()

/** A few words without a name; once they are sent, the thanks stand where the form was. */
export function FeedbackSection() {
  const { search } = useLocation()
  const [sent, setSent] = useState(false)
  const thanked = sent || new URLSearchParams(search).has('thanks')
  return (
    <section id="feedback" aria-labelledby="feedback-title" data-theme="day" className={css.ground}>
      <div className={`wrap ${css.sides}`}>
        <div>
          <h2 id="feedback-title" className="d-l">
            Чего вам не хватает?
          </h2>
          <p className={`t-l ${css.about}`}>Напишите без имени и почты. Мы читаем всё.</p>
        </div>
        {thanked ? (
          <div ref={sent ? focusOn : null} tabIndex={-1} className={css.thanks}>
            <p className="d-s">Спасибо, что поделились своим мнением!</p>
            <Anchor
              href={`/${passedOn(search)}#feedback`}
              className="link"
              onClick={() => setSent(false)}
            >
              Написать ещё
            </Anchor>
          </div>
        ) : (
          <FeedbackForm onSent={() => setSent(true)} />
        )}
      </div>
    </section>
  )
}
