import { Form, useActionData, useLoaderData, useNavigation } from 'react-router'
import { api } from '#contract/index.ts'
import type { NumberChange } from '#contract/payout.ts'
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

const link = letterLink('Номер для выплат', api.payment.numberChange, api.payment.undoNumberChange)
// Each by itself: the browser's build leaves out those of the server.
export const headers = link.headers
export const loader = link.loader
export const action = link.action
export const { meta, clientAction } = link

type Answer = LinkAnswer<typeof api.payment.numberChange>

const NONE = 'не указан'
const HEADINGS: Record<NumberChange['state'], string> = {
  open: 'Отменить смену номера?',
  undone: 'Смена номера отменена',
  late: 'Ссылка больше не действует',
}

/** The page behind the link of the e-mail about another payout number. It needs no login. */
export default function PayoutNumber() {
  const loaded = useLoaderData<Answer>()
  const answered = useActionData<Answer>()
  const change = answered?.found ?? loaded.found
  return (
    <AuthFrame
      title="Номер для выплат"
      back={
        <IconButton label="На главную" href="/">
          <ArrowLeft />
        </IconButton>
      }
      heading={change === null ? 'Не получилось открыть' : HEADINGS[change.state]}
      headingId="payout-number-heading"
      errorText={answered?.error ?? loaded.error}
    >
      {change !== null && <Change change={change} />}
    </AuthFrame>
  )
}

function Change({ change: { state, before, after, heldUntil } }: { change: NumberChange }) {
  const zone = useViewerZone()
  const busy = useNavigation().formMethod === 'POST'
  const until = dayAndClock(new Date(heldUntil), zone, useNow())
  if (state === 'open')
    return (
      <Form method="post" className={css.column}>
        <dl className={css.numbers}>
          <dt>Был</dt>
          <dd>{before ?? NONE}</dd>
          <dt>Стал</dt>
          <dd>{after ?? NONE}</dd>
        </dl>
        <p>{`До ${until} на новый номер ничего не выплачивается.`}</p>
        <p>
          {`Если номер сменили не вы, отмените это. Вместе с этим закроются все входы на вашу страницу и отключатся ${ENDED_WITH_LOGINS}.`}
        </p>
        <Button type="submit" variant="primary" block loading={busy}>
          Отменить смену номера
        </Button>
        <p className="muted">Если номер сменили вы, просто закройте эту страницу.</p>
      </Form>
    )
  return (
    <div className={css.column}>
      {state === 'undone' ? (
        <>
          <p>
            {before === null
              ? 'Номер для выплат снова не указан, деньги копятся на балансе.'
              : `Выплаты снова приходят на номер ${before}.`}
          </p>
          <p>
            Все входы на вашу страницу закрыты. Кто сменил номер, тот знает пароль: задайте новый.
          </p>
        </>
      ) : (
        <>
          <p>{`Отменить смену номера можно было до ${until}.`}</p>
          <p>Если номер сменили не вы, задайте новый пароль и укажите свой номер в настройках.</p>
        </>
      )}
      <Button href="/passwordRecovery" variant="primary" block>
        Задать новый пароль
      </Button>
    </div>
  )
}
