import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { OperatorAnswer } from '#contract/operator.ts'
import { ANSWER_MOST } from '#domain/accounts/operators.ts'
import { readStored, writeStored } from '#web/lib/device/device-memory.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { AdminFrame, MoreButton } from './admin-frame.tsx'
import type { Pages } from './admin-frame.tsx'
import css from './letters-desk.module.css'
import type { LettersView } from './load-admin.ts'

type Letter = {
  readonly id: string
  readonly createdAt: string
  readonly email: string
  readonly doneAt: string | null
  readonly doneBy: string | null
  readonly answers: readonly OperatorAnswer[]
}

type LettersDeskProps<L extends Letter> = Pick<LettersView, 'done' | 'named'> & {
  tab: 'complaints' | 'support'
  title: string
  /** «Ждут», «Решены», and what is said where there are none. */
  names: { open: string; done: string; noneOpen: string; noneDone: string }
  pages: Pages<L>
  titleOf: (letter: L) => string
  /** Who or what it is about, in the list. */
  lineOf: (letter: L) => string
  wordsOf: (letter: L) => string
  /** What it is about, and what may be done with it. */
  about?: (letter: L) => ReactNode
  settle: { name: string; reopen: string; press: (id: string) => Promise<unknown> }
  /** `answered`: so many answers were there to read. */
  answer: (id: string, body: { text: string; answered: number }) => Promise<unknown>
}

/** Letters or complaints beside the one that is open, with its answers; on a telephone one after the other. */
export function LettersDesk<L extends Letter>(props: LettersDeskProps<L>) {
  const { tab, title, names, done, named, pages, titleOf, lineOf } = props
  const zone = useViewerZone()
  const { rows } = pages
  const shown = named === null ? rows[0] : rows.find(({ id }) => id === named)
  const list = `/admin?tab=${tab}${done ? '&done=1' : ''}`
  return (
    <AdminFrame tab={tab}>
      <Section title={title}>
        <Tabs
          className={css.tabs}
          label={title}
          current={done ? 'done' : 'open'}
          tabs={[
            { id: 'open', label: names.open, href: `/admin?tab=${tab}` },
            { id: 'done', label: names.done, href: `/admin?tab=${tab}&done=1` },
          ]}
        />
        {rows.length === 0 && <EmptyState text={done ? names.noneDone : names.noneOpen} muted />}
        <div className={css.desk} data-open={named !== null && shown !== undefined}>
          <div className={css.list}>
            <ul>
              {rows.map((letter) => (
                <li key={letter.id}>
                  <Anchor
                    href={`${list}&id=${letter.id}`}
                    className={css.row}
                    aria-current={letter === shown ? 'true' : undefined}
                  >
                    <b>{titleOf(letter)}</b>
                    <span>
                      {lineOf(letter)} · {dayAndTime(letter.createdAt, zone)}
                    </span>
                  </Anchor>
                </li>
              ))}
            </ul>
            <MoreButton pages={pages} />
          </div>
          {shown !== undefined && (
            <OpenLetter key={shown.id} {...props} letter={shown} list={list} />
          )}
        </div>
      </Section>
    </AdminFrame>
  )
}

type OpenLetterProps<L extends Letter> = LettersDeskProps<L> & { letter: L; list: string }

function OpenLetter<L extends Letter>(props: OpenLetterProps<L>) {
  const { letter, list, done, pages, titleOf, wordsOf, about, settle, answer } = props
  const zone = useViewerZone()
  const press = useForm()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { id, email, createdAt, doneAt, doneBy, answers } = letter
  const name = titleOf(letter)
  const words = wordsOf(letter)
  /** `leaves`: it is in this list no more. */
  const showDone = async (leaves: boolean) => {
    await pages.renew()
    await (leaves ? navigate(list, { replace: true }) : revalidate())
  }
  const settleName = doneAt === null ? settle.name : settle.reopen
  return (
    <article className={css.letter} aria-label={name}>
      <Anchor href={list} className={css.back}>
        К списку
      </Anchor>
      <h3 className={css.title}>{name}</h3>
      {about?.(letter)}
      <div className={css.message}>
        <p className="t-s muted">
          {dayAndTime(createdAt, zone)}
          {email === '' ? ', адреса не оставили' : ` · ${email}`}
        </p>
        {words === '' ? <p className="muted">Без слов</p> : <p className={css.words}>{words}</p>}
      </div>
      {answers.map(({ at, by, text, failed }) => (
        <div key={at} className={css.answer}>
          <p className="t-s muted">
            {dayAndTime(at, zone)} · {by}
            {failed && ', письмо не ушло'}
          </p>
          <p className={css.words}>{text}</p>
        </div>
      ))}
      {email !== '' && (
        <AnswerForm
          {...{ id, email }}
          send={(text) => answer(id, { text, answered: answers.length })}
          onSent={() => showDone(!done)}
          onStale={() => showDone(false)}
        />
      )}
      <div className={css.settle}>
        <Button
          size="s"
          loading={press.saving}
          onClick={() =>
            void press.save(async () => {
              await settle.press(id)
              await showDone(true)
            })
          }
          aria-label={`${settleName}: ${name}`}
        >
          {settleName}
        </Button>
        {doneAt !== null && (
          <span className="t-s muted">
            Отмечено {dayAndTime(doneAt, zone)}
            {doneBy !== null && `, ${doneBy}`}
          </span>
        )}
        {press.failed !== null && <p role="alert">{press.failed}</p>}
      </div>
    </article>
  )
}

type AnswerFormProps = {
  id: string
  email: string
  send: (text: string) => Promise<unknown>
  onSent: () => Promise<void>
  /** Another answer came meanwhile. */
  onStale: () => Promise<void>
}

/** What is typed stays in this tab while the operator looks elsewhere. */
function AnswerForm({ id, email, send, onSent, onStale }: AnswerFormProps) {
  const draft = `answer-draft ${id}`
  const [text, setText] = useState(() => readStored(draft, 'sessionStorage') ?? '')
  const write = (typed: string) => {
    setText(typed)
    writeStored(draft, typed === '' ? null : typed, 'sessionStorage')
  }
  const form = useForm()
  const toast = useToast()
  const submit = async () => {
    const sent = await form.save(
      () => send(text),
      async ({ code, message }) => {
        if (code !== 'ILLEGAL_STEP') return
        // What is answered leaves the list of those that wait, with this form.
        toast({ text: message, tone: 'error' })
        await onStale()
      },
    )
    if (!sent) return
    toast('Ответ отправлен')
    write('')
    await onSent()
  }
  return (
    <form {...form.formOf(submit)} className="stack">
      <TextArea
        label={`Ответ на ${email}`}
        name="text"
        rows={4}
        maxLength={ANSWER_MOST}
        aria-keyshortcuts="R"
        value={text}
        error={form.errors['text']}
        onChange={(event) => {
          write(event.target.value)
          form.correct(['text'])
        }}
      />
      <div className={css.settle}>
        <Button type="submit" size="s" variant="invert" loading={form.saving}>
          Отправить ответ
        </Button>
        <span className="muted">переписка останется здесь</span>
      </div>
      {form.failed !== null && <p role="alert">{form.failed}</p>}
    </form>
  )
}
