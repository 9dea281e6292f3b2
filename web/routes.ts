import type { RouteConfig } from '@react-router/dev/routes'
import { index, route } from '@react-router/dev/routes'

/** Every address of the site and its page. */
export default [
  index('pages/home/home.tsx'),
  route('login', 'pages/login/login.tsx'),
  route('signup', 'pages/signup/signup.tsx'),
  route('passwordRecovery/:token?', 'pages/password-recovery/password-recovery.tsx'),
  route('user/:artistUsername', 'pages/artist/artist.tsx'),
  route('user/:artistUsername/:sessionId', 'pages/concert/concert.tsx'),
  route('user/:artistUsername/:sessionId/shared', 'pages/concert/concert.tsx', {
    id: 'shared-concert',
  }),
  route('user/:artistUsername/:sessionId/songs', 'pages/concert-songs/concert-songs.tsx'),
  route('payment/:id', 'pages/payment/payment.tsx'),
  route('artist', 'pages/artist-home/artist-home.tsx'),
  route('artist/create-new-session', 'pages/create-concert/create-concert.tsx'),
  route('artist/create-new-session/advanced/:sessionId', 'pages/edit-concert/edit-concert.tsx'),
  route('artist/session/manage/:sessionId', 'pages/manage-queue/manage-queue.tsx'),
  route('artist/session', 'pages/past-concerts/past-concerts.tsx'),
  route('artist/session/:id', 'pages/session-report/session-report.tsx'),
  route('artist/favorite_songs', 'pages/repertoire/repertoire.tsx'),
  route('artist/favorite_songs/import', 'pages/repertoire-import/repertoire-import.tsx'),
  route('artist/account-settings', 'pages/account-settings/account-settings.tsx'),
  route('artist/qr', 'pages/qr/qr.tsx'),
  route('artist/qr/print', 'pages/qr-print/qr-print.tsx'),
  route('artist/change-password', 'pages/change-password/change-password.tsx'),
  route('artist/balance', 'pages/balance/balance.tsx'),
  route('artist/future', 'pages/future/future.tsx'),
  route('future', 'pages/future/future.tsx', { id: 'listeners-future' }),
  route('admin', 'pages/admin/admin.tsx'),
  route('cookie-consent', 'pages/cookie-consent/cookie-consent.ts'),
  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig
