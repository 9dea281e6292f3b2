import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { EveningSoFar } from '#contract/report.ts'
import { answerWords } from '#domain/queue/thanks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import css from './thanks-list.module.css'

type ThanksListProps = {
  sessionId: string
  thanks: EveningSoFar['thanks']
  /** Called when their state on the server has changed. */
  onAnswer: () => void
}

/** Who thanked for which song; one tap replies by name. */
export function ThanksList({ sessionId, thanks, onAnswer }: ThanksListProps) {
  const toast = useToast()
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  if (thanks.length === 0) return null

  async function answer(thanksId: string) {
    setAnswered((before) => new Set([...before, thanksId]))
    try {
      await call(api.artist.answerThanks, { body: { sessionId, thanksId } })
      onAnswer()
    } catch (failure) {
      setAnswered((before) => new Set([...before].filter((id) => id !== thanksId)))
      toast(sentenceOf(failure))
    }
  }

  return (
    <Section title="Спасибо" count={thanks.length}>
      <ul>
        {thanks.map(({ id, name, held, title, ...one }) => (
          <li key={id} className={css.thanks}>
            <span>
              {held && <i>скрыто: </i>}
              {name !== '' && <b>{name}: </b>}«{title}»
            </span>
            {one.answered || answered.has(id) ? (
              <span className="muted">Вы ответили</span>
            ) : (
              <Button size="s" onClick={() => void answer(id)}>
                {answerWords(name)}
                <span className="sr"> За «{title}»</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
