import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { call } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { webhookAnswer, webhookState } from '#web/parts/webhook-words.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './machine-access.module.css'
import { ShownOnce } from './shown-once.tsx'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Вебхуки', () =>
  call(api.webhooks.list, {}),
)

/** Addresses of the artist's own programs, and what they answered last. */
export default function WebhooksPage() {
  const webhooks = useLoaderData<Webhook[]>()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <ArtistFrame
      title="Вебхуки"
      back={{ href: '/artist/devices', name: 'Доступ для устройств' }}
      lead="Мы сами сообщаем вашей программе, что происходит на концертах: заказ, начало и конец песни, благодарность, начало и конец концерта, новый, перенесённый, отменённый. Имён и слов слушателей в событиях нет."
    >
      {secret !== null && (
        <ShownOnce
          what="секрет"
          label="Секрет подписи"
          value={secret}
          note="Им ваша программа проверит, что событие пришло от нас."
          onDone={() => setSecret(null)}
        />
      )}
      <WebhookForm onMade={setSecret} />
      <Section title="Адреса" count={webhooks.length}>
        {webhooks.length === 0 && <EmptyState text="Пока ни одного." muted />}
        <ul>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </Section>
      <Section title="Дальше">
        <ul className={css.links}>
          <li>
            <Anchor href="/developers#webhooks">Примеры событий и проверка подписи</Anchor>
          </li>
        </ul>
      </Section>
    </ArtistFrame>
  )
}

type WebhookFormProps = { onMade: (secret: string) => void }

function WebhookForm({ onMade }: WebhookFormProps) {
  const form = useForm()
  const { revalidate } = useRevalidator()
  const [url, setUrl] = useState('')
  const submit = () =>
    form.save(async () => {
      const { secret } = await call(api.webhooks.add, { body: { url } })
      onMade(secret)
      setUrl('')
      await revalidate()
    })
  return (
    <form {...form.formOf(submit)} className="stack">
      <Field
        label="Адрес вашей программы"
        name="url"
        type="url"
        inputMode="url"
        value={url}
        maxLength={600}
        autoComplete="off"
        placeholder="https://"
        help="Сразу отправим пробное событие."
        error={form.errors['url']}
        onChange={(event) => {
          setUrl(event.target.value)
          form.correct(['url'])
        }}
      />
      {form.failed !== null && <p role="alert">{form.failed}</p>}
      <Button type="submit" block variant="primary" loading={form.saving}>
        Добавить адрес
      </Button>
    </form>
  )
}

type WebhookRowProps = { webhook: Webhook }

function WebhookRow({ webhook }: WebhookRowProps) {
  const { id, url, endedAt, answers } = webhook
  const zone = useViewerZone()
  const { press, isPending } = usePresses()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const drop = () =>
    press(`end ${id}`, async () => {
      await call(api.webhooks.end, { body: { id } })
      toast('Адрес убран')
      await revalidate()
    })
  const resume = () =>
    press(`resume ${id}`, async () => {
      await call(api.webhooks.resume, { body: { id } })
      toast('Включён: новые события снова пойдут')
      await revalidate()
    })
  return (
    <li className={css.webhook}>
      <b className={css.words}>{url}</b>
      <p className="t-s">{webhookState(webhook, zone)}</p>
      {answers.length > 0 && (
        <details>
          <summary>Последние ответы</summary>
          <ul className={css.answers}>
            {answers.map((answer) => (
              <li key={answer.id} className="t-s">
                {webhookAnswer(answer, zone)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={css.buttons}>
        {endedAt !== null && (
          <Button
            size="s"
            aria-label={`Включить снова: ${url}`}
            loading={isPending(`resume ${id}`)}
            onClick={() => void resume()}
          >
            Включить снова
          </Button>
        )}
        <Button
          size="s"
          variant="dangerLine"
          loading={isPending(`end ${id}`)}
          aria-label={`Убрать адрес ${url}`}
          onClick={() => void drop()}
        >
          Убрать
        </Button>
      </div>
    </li>
  )
}
