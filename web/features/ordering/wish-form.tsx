import { useState } from 'react'
import type { FormEvent } from 'react'
import { useParams } from 'react-router'
import { api } from '#contract/index.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { sentenceOf } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import css from './order-sheets.module.css'

type WishFormProps = { songId: string; action: string; onClose: () => void }

/** In the place of an order of a song that the artist is learning. Without scripts it is sent to the page's own action. */
export function WishForm({ songId, action, onClose }: WishFormProps) {
  const { artistUsername = '' } = useParams()
  const [sending, setSending] = useState(false)
  const [wished, setWished] = useState(false)
  const toast = useToast()
  const send = async () => {
    setSending(true)
    try {
      await call(api.songs.wish, { body: { artistUsername, songId } })
      setWished(true)
    } catch (failure) {
      toast(sentenceOf(failure))
    }
    setSending(false)
  }
  if (wished)
    return (
      <div className={css.form}>
        <output className="t-l">Музыкант увидит, что вы её ждёте</output>
        <FollowButton followed={{ artistUsername }} name="Следить за артистом" block>
          Сообщить, когда её можно будет заказать
        </FollowButton>
        <Button variant="text" block onClick={onClose}>
          Готово
        </Button>
      </div>
    )
  return (
    <form
      method="post"
      action={action}
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!sending) void send()
      }}
    >
      <input type="hidden" name="wish" value={songId} />
      <p className="t-l">Эту песню музыкант учит, заказать её пока нельзя.</p>
      <Button type="submit" variant="primary" size="l" block loading={sending}>
        Хочу услышать
      </Button>
    </form>
  )
}
