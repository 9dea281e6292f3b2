import { useState } from 'react'
import { api } from '#contract/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import type { MergedOrder } from './merge-orders.ts'

type ThankButtonProps = { order: MergedOrder; onChange: () => void }

/** Thanks for a song that was played, once, and shows what the artist answers. */
export function ThankButton({ order, onChange }: ThankButtonProps) {
  const { orderId, state, title, thanked, answer } = order
  const [sent, setSent] = useState(false)
  const [pending, setPending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (orderId === null || state !== 'PLAYED') return null

  async function thank(id: string) {
    setPending(true)
    setTrouble(null)
    try {
      await call(api.songs.thank, { body: { orderId: id } })
      setSent(true)
      onChange()
    } catch (failure) {
      setTrouble(sentenceOf(failure))
    }
    setPending(false)
  }

  if (thanked === true || sent)
    return (
      <output>
        {answer === undefined ? (
          'Вы сказали спасибо'
        ) : (
          <>
            Артист ответил: <b>«{answer}»</b>
          </>
        )}
      </output>
    )
  return (
    <>
      <Button size="s" variant="invert" loading={pending} onClick={() => void thank(orderId)}>
        Сказать спасибо<span className="sr">: {title}</span>
      </Button>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </>
  )
}
