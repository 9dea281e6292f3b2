import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Security as SecurityState } from '#contract/security.ts'
import { call } from '#web/lib/calls/call.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { EntranceSection } from './entrance-section.tsx'
import { LoginSection } from './login-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './security.module.css'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Безопасность',
  () => call(api.security.state, {}),
)

/** How one enters the account, where one has, and what becomes of its data. */
export default function Security() {
  const { email, logins, copy, agreed, ...entrance } = useLoaderData<SecurityState>()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  return (
    <ArtistFrame
      title="Безопасность"
      back={{ href: '/artist/account-settings', name: 'Настройки' }}
      wide
    >
      <div className={css.columns}>
        <EntranceSection {...entrance} onCodes={setCodes} />
        <LoginSection logins={logins} />
        <EmailSection email={email} />
        <DataSection copy={copy} agreed={agreed} />
      </div>
    </ArtistFrame>
  )
}
