import { useLoaderData } from 'react-router'
import type { SignedIn } from '#web/lib/require-artist.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { OtherDevices } from './other-devices.tsx'
import { PasswordForm } from './password-form.tsx'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Смена пароля — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = requireArtist

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** Another password, and the logins that are still open elsewhere. */
export default function ChangePassword() {
  const { username } = useLoaderData<SignedIn>()
  return (
    <ArtistFrame
      title="Смена пароля"
      back={{ href: '/artist/account-settings', name: 'Настройки' }}
      lead="После смены на других устройствах нужно войти заново."
    >
      <PasswordForm username={username} />
      <OtherDevices />
    </ArtistFrame>
  )
}
