import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { ArtistWords } from '#contract/artist-words.ts'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { WORD_MOST } from '#domain/artist-words.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './artist-words.module.css'

type Loaded = { name: string; said: ArtistWords; concerts: readonly Session[] }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Слово подписчикам',
  async ({ username }): Promise<Loaded> => {
    const [said, page, sessions] = await Promise.all([
      call(api.artistWords.list, {}),
      call(api.page.getInfo, { query: { artistUsername: username } }),
      call(api.session.getSessions, { body: { artistUsername: username, limit: 20 } }),
    ])
    const { name } = page.artistInfoDTO
    const concerts = sessions.filter(
      ({ advancedSession: { privacy }, publishAt }) => !privacy.closedSession && !publishAt,
    )
    return { name: name === '' ? username : name, said, concerts }
  },
)

/** What the artist says to his followers, how they will see it, and what he has said. */
export default function ArtistWordsPage() {
  const { name, said, concerts } = useLoaderData<Loaded>()
  const zone = useViewerZone()
  const { followers, nextAt, words } = said
  return (
    <ArtistFrame
      title="Слово подписчикам"
      lead={
        followers === 0
          ? 'На вас пока никто не подписан.'
          : `Подписано: ${followers}. Слово придёт в браузер или письмом, кто как выбрал.`
      }
    >
      {nextAt === null ? (
        <WordForm name={name} concerts={concerts} canSend={followers > 0} />
      ) : (
        <p>На этой неделе вы уже писали дважды. Следующее слово: {dayAndTime(nextAt, zone)}.</p>
      )}
      <Section title="Что вы говорили">
        {words.length === 0 && <EmptyState text="Пока ничего." muted />}
        <ul>
          {words.map((word) => (
            <SaidWord key={word.id} word={word} zone={zone} />
          ))}
        </ul>
      </Section>
    </ArtistFrame>
  )
}

type WordFormProps = { name: string; concerts: readonly Session[]; canSend: boolean }

function WordForm({ name, concerts, canSend }: WordFormProps) {
  const form = useForm()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState('')
  const [sessionId, setSessionId] = useState('')
  const submit = async () => {
    const body = { text, sessionId: sessionId === '' ? null : sessionId }
    if (!(await form.save(() => call(api.artistWords.send, { body })))) return
    setText('')
    setSessionId('')
    toast('Отправим через 15 минут, пока можно забрать')
    await revalidate()
  }
  return (
    <form {...form.formOf(submit)} className="stack">
      <TextArea
        label="Что сказать"
        name="text"
        rows={4}
        value={text}
        limit={{ length: Array.from(text.trim()).length, most: WORD_MOST }}
        help="Дважды в неделю. Ночью никому не придёт: подождёт до девяти утра."
        error={form.errors['text']}
        onChange={(event) => {
          setText(event.target.value)
          form.correct(['text'])
        }}
      />
      <SelectField
        label="Кнопка"
        value={sessionId}
        onChange={(event) => setSessionId(event.target.value)}
      >
        <option value="">На мою страницу</option>
        {concerts.map(({ id, title, timeAndDay }) => (
          <option key={id} value={id}>
            {title}, {timeAndDay}
          </option>
        ))}
      </SelectField>
      {text.trim() !== '' && (
        <figure className={css.preview}>
          <figcaption className="t-s muted">Так это придёт</figcaption>
          <p className="b">{name}</p>
          <p className={css.words}>{text.trim()}</p>
        </figure>
      )}
      {form.failed !== null && <p role="alert">{form.failed}</p>}
      <Button type="submit" block variant="primary" loading={form.saving} disabled={!canSend}>
        Отправить
      </Button>
    </form>
  )
}

type SaidWordProps = { word: ArtistWords['words'][number]; zone: string }

function SaidWord({ word, zone }: SaidWordProps) {
  const { id, text, concert, madeAt, told, waits } = word
  const { press, isPending } = usePresses()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const drop = () =>
    press(id, async () => {
      await call(api.artistWords.drop, { body: { id } })
      toast('Забрали, никто не получил')
      await revalidate()
    })
  const fate = waits
    ? 'ждёт отправки'
    : told !== null && `дошло до ${counted(told, 'подписчика', 'подписчиков', 'подписчиков')}`
  return (
    <li className={css.said}>
      <p className={css.words}>{text}</p>
      <p className="t-s muted">
        {[dayAndTime(madeAt, zone), fate, concert?.title].filter(Boolean).join(' · ')}
      </p>
      {waits && (
        <Button size="s" loading={isPending(id)} onClick={() => void drop()}>
          Забрать
        </Button>
      )}
    </li>
  )
}
