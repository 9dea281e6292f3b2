import { useState } from 'react'
import { useLoaderData } from 'react-router'
import type { AccountView, FlagView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import { ROLE_NAMES } from '#domain/accounts/operators.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { AccountCard } from './account-card.tsx'
import { AdminFrame, MoreButton, usePages } from './admin-frame.tsx'
import type { Flags } from './artist-flag-form.tsx'
import { ArtistFlagForm, flagText, useFlags } from './artist-flag-form.tsx'
import css from './admin.module.css'
import type { AccountsPart, AdminView, FeedbackPart } from './load-admin.ts'
import { DutyNote, useWhyNot } from './duty-note.tsx'
import { cardHref, loadAdmin } from './load-admin.ts'
import { MoneyTab } from './money/money-tab.tsx'
import { FoundTab } from './found-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { ArtistPayments } from './money/artist-payments.tsx'
import { PaymentPage } from './money/payment-card.tsx'
import { ComplaintsTab } from './complaints-tab.tsx'
import { SongsTab } from './songs-tab.tsx'
import { SupportTab } from './support-tab.tsx'
import { TodayTab } from './today-tab.tsx'

type AccountLineProps = { account: AccountView }

/** One account: who it is, since when, what it has done. */
function AccountLine({ account }: AccountLineProps) {
  const zone = useViewerZone()
  const { username, name, email, accountType, role, createdAt, concerts, numberChecked } = account
  return (
    <li className={css.letter}>
      <h3 className={css.topic}>{name === '' ? username : name}</h3>
      <p className={css.facts}>
        <Anchor href={`/user/${username}`} className="link">
          {username}
        </Anchor>
        <span>{email}</span>
        {role !== 'ARTIST' && <Badge>{ROLE_NAMES[role]}</Badge>}
      </p>
      <p className={css.facts}>
        <span>{accountType === 'GROUP' ? 'Группа' : 'Музыкант'}</span>
        <span>{counted(concerts, 'концерт', 'концерта', 'концертов')}</span>
        <span>{numberChecked ? 'Номер проверен' : 'Номер не проверен'}</span>
        <span className="t-s muted">С нами с {dayAndTime(createdAt, zone)}</span>
      </p>
      <Button size="s" href={cardHref(username)} aria-label={`Карточка: ${username}`}>
        Карточка
      </Button>
      <Button
        size="s"
        href={`/admin?tab=flags&username=${encodeURIComponent(username)}`}
        aria-label={`Флаги: ${username}`}
      >
        Флаги
      </Button>
    </li>
  )
}

type AccountsTabProps = {
  first: AccountsPart
}

const accountsTabPartOf = ({ accounts, cursor }: AccountsPart) => ({ rows: accounts, cursor })

/** All accounts, and the field that finds one of them, or a payment, or a concert. */
function AccountsTab({ first }: AccountsTabProps) {
  const pages = usePages(accountsTabPartOf(first), async (cursor) =>
    accountsTabPartOf(await call(api.admin.accounts, { query: { cursor } })),
  )
  return (
    <AdminFrame tab="accounts">
      <Section title="Аккаунты">
        {pages.rows.length === 0 && <EmptyState text="Никого не нашлось." muted />}
        <ul>
          {pages.rows.map((account) => (
            <AccountLine key={account.id} account={account} />
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}

type FlagLineProps = { flag: FlagView; own: Flags }

/** One flag: the switch for all, and the artists with their own value. */
function FlagLine({ flag: { name, byDefault, forAll, forArtists }, own }: FlagLineProps) {
  const text = flagText(name)
  const usual = byDefault ? 'включено' : 'выключено'
  const [asked, setAsked] = useState<boolean | null>(null)
  const setsNone = useWhyNot(api.features.setForAll) !== null
  const resetsNone = useWhyNot(api.admin.resetFlag) !== null
  return (
    <li className={css.flag}>
      <Switch
        checked={forAll ?? byDefault}
        disabled={setsNone || own.isPending(name)}
        help={`${name}. Изначально ${usual}${forAll === null ? '' : ', сейчас задано здесь'}.`}
        onChange={(event) => setAsked(event.target.checked)}
      >
        {text}
      </Switch>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === true ? 'Включить для всех?' : 'Выключить для всех?'}
        safe="Оставить"
        confirm={asked === true ? 'Включить' : 'Выключить'}
        confirming={own.isPending(name)}
        onConfirm={() => void own.setForAll(name, asked === true).then(() => setAsked(null))}
      >
        <p>
          «{text}» изменится у всех музыкантов и слушателей
          {forArtists.length > 0 &&
            `, кроме ${counted(forArtists.length, 'музыканта', 'музыкантов', 'музыкантов')} со своей настройкой`}
          .
        </p>
      </Dialog>
      {forAll !== null && (
        <Button
          size="s"
          loading={own.isPending(`${name} `)}
          disabled={resetsNone}
          onClick={() => void own.reset(name)}
          aria-label={`Вернуть как было: ${text}`}
        >
          Вернуть как было
        </Button>
      )}
      {forArtists.length > 0 && (
        <ul aria-label={`Свои настройки: ${text}`} className={css.artists}>
          {forArtists.map(({ username, enabled }) => (
            <li key={username} className={css.artist}>
              <span>
                {username}: {enabled ? 'включено' : 'выключено'}
              </span>
              <Button
                size="s"
                variant="text"
                loading={own.isPending(`${name} ${username}`)}
                disabled={resetsNone}
                onClick={() => void own.reset(name, username)}
              >
                Убрать
                <span className="sr">
                  {' '}
                  настройку {username}: {text}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type FeedbackTabProps = { first: FeedbackPart }

const partOf = ({ messages, cursor }: FeedbackPart) => ({ rows: messages, cursor })

/** Anonymous feedback from visitors. */
function FeedbackTab({ first }: FeedbackTabProps) {
  const zone = useViewerZone()
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.feedback, { query: { cursor } })),
  )
  return (
    <AdminFrame tab="feedback">
      <Section title="Отзывы">
        {pages.rows.length === 0 && <EmptyState text="Отзывов пока нет." muted />}
        <ul>
          {pages.rows.map(({ id, message, createdAt }) => (
            <li key={id} className={css.letter}>
              <time dateTime={createdAt} className="t-s muted">
                {dayAndTime(createdAt, zone)}
              </time>
              <p className={css.words}>{message}</p>
            </li>
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}

type FlagsTabProps = {
  flags: readonly FlagView[]
  /** The artist whose flags are about to be set. */
  username: string
}

/** Every flag, for all and for the artists with their own value. */
function FlagsTab({ flags, username }: FlagsTabProps) {
  const own = useFlags()
  return (
    <AdminFrame
      tab="flags"
      lead="Перемена видна, когда страница или пульт загрузятся снова. На других серверах это займёт до полминуты."
    >
      <Section title="Для одного музыканта">
        <ArtistFlagForm key={username} flags={flags} username={username} onSet={own.setForArtist} />
      </Section>
      <Section title="Для всех">
        <DutyNote of={api.features.setForAll} />
        <ul>
          {flags.map((flag) => (
            <FlagLine key={flag.name} flag={flag} own={own} />
          ))}
        </ul>
      </Section>
    </AdminFrame>
  )
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Администратору',
  loadAdmin,
)

/** The page for administrators. */
export default function Admin() {
  const view = useLoaderData<AdminView>()
  if ('refused' in view)
    return (
      <AdminFrame tab={view.tab}>
        <EmptyState text={view.refused} muted />
      </AdminFrame>
    )
  if (view.tab === 'today') return <TodayTab loaded={view.today} />
  if (view.tab === 'money') return <MoneyTab loaded={view.finances} />
  if (view.tab === 'flags') return <FlagsTab flags={view.flags} username={view.username} />
  if (view.tab === 'feedback') return <FeedbackTab first={view.part} />
  if (view.tab === 'complaints') return <ComplaintsTab {...view} />
  if (view.tab === 'songs') return <SongsTab songs={view.songs} />
  if (view.tab === 'support') return <SupportTab {...view} />
  if (view.tab === 'log') return <LogTab first={view.part} />
  if ('account' in view) return <AccountCard key={view.account.username} {...view} />
  if ('query' in view) return <ArtistPayments key={JSON.stringify(view.query)} {...view} />
  if ('payment' in view) return <PaymentPage payment={view.payment} role={view.role} />
  if ('found' in view) return <FoundTab found={view.found} input={view.input} />
  return <AccountsTab first={view.part} />
}
