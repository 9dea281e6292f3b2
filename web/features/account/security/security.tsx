import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Security as SecurityState } from '#contract/security.ts'
import { dayAndMonth } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Lock } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LoginSection } from './login-section.tsx'
import { SecurityLine } from './security-line.tsx'
import css from './security.module.css'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Безопасность',
  () => call(api.security.state, {}),
)

/** How one enters the account, where one has, and what becomes of its data. */
export default function Security() {
  const { email, passwordChangedAt, logins, copy } = useLoaderData<SecurityState>()
  const zone = useViewerZone('Europe/Moscow')
  const now = useNow()
  return (
    <ArtistFrame
      title="Безопасность"
      back={{ href: '/artist/account-settings', name: 'Настройки' }}
      wide
    >
      <div className={css.columns}>
        <Section title="Вход" id="entrance">
          <ul className={css.rows}>
            <SecurityLine
              icon={<Lock className="ico" />}
              name="Пароль"
              detail={
                passwordChangedAt === null
                  ? 'с регистрации'
                  : `менялся ${dayAndMonth(new Date(passwordChangedAt), zone, now)}`
              }
            >
              <Button size="s" href="/artist/change-password">
                Сменить
              </Button>
            </SecurityLine>
          </ul>
        </Section>
        <LoginSection logins={logins} />
        <EmailSection email={email} />
        <DataSection copy={copy} />
      </div>
    </ArtistFrame>
  )
}
