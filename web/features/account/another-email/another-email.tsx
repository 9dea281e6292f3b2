import { Form, useActionData, useLoaderData, useNavigation } from 'react-router'
import { api } from '#contract/index.ts'
import type { EmailChange } from '#contract/security.ts'
import { ENDED_WITH_LOGINS } from '#domain/accounts/ended-with-logins.ts'
import { dayAndClock } from '#domain/russian.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { AuthFrame } from '#web/parts/frame/auth-frame.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import type { LinkAnswer } from '../letter-link.ts'
import { letterLink } from '../letter-link.ts'
import css from '../account.module.css'

const link = letterLink('Почта', api.security.emailChange, api.security.undoEmailChange)
// Each by itself: the browser's build leaves out those of the server.
export const headers = link.headers
export const loader = link.loader
export const action = link.action
export const { meta, clientAction } = link

function headingOf(done: boolean, change: EmailChange | null): string {
  if (done) return 'Смена почты отменена'
  return change === null ? 'Не получилось открыть' : 'Отменить смену почты?'
}

/** The page behind the link of the letter about another e-mail. It needs no login. */
export default function AnotherEmail() {
  const loaded = useLoaderData<LinkAnswer<typeof api.security.emailChange>>()
  const answered = useActionData<LinkAnswer<typeof api.security.undoEmailChange>>()
  const done = answered?.found === true
  // Once undone, the link leads to nothing.
  const change = done ? null : loaded.found
  return (
    <AuthFrame
      title="Почта"
      back={
        <IconButton label="На главную" href="/">
          <ArrowLeft />
        </IconButton>
      }
      heading={headingOf(done, change)}
      headingId="another-email-heading"
      errorText={done ? null : (answered?.error ?? loaded.error)}
    >
      {change !== null && <Question change={change} />}
      {done && (
        <div className={css.column}>
          <p>Письма снова приходят на этот адрес, все входы на вашу страницу закрыты.</p>
          <p>Кто сменил почту, тот знает пароль: задайте новый.</p>
          <Button href="/passwordRecovery" variant="primary" block>
            Задать новый пароль
          </Button>
        </div>
      )}
    </AuthFrame>
  )
}

function Question({ change: { before, after, heldUntil } }: { change: EmailChange }) {
  const zone = useViewerZone()
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className={css.column}>
      <dl className={css.numbers}>
        <dt>Была</dt>
        <dd>{before}</dd>
        <dt>Стала</dt>
        <dd>{after}</dd>
      </dl>
      <p>{`До ${dayAndClock(new Date(heldUntil), zone, useNow())} выплаты подождут.`}</p>
      <p>
        {`Если почту сменили не вы, отмените это. Вместе с этим закроются все входы на вашу страницу и отключатся ${ENDED_WITH_LOGINS}.`}
      </p>
      <Button type="submit" variant="primary" block loading={busy}>
        Отменить смену почты
      </Button>
      <p className="muted">Если почту сменили вы, просто закройте эту страницу.</p>
    </Form>
  )
}
