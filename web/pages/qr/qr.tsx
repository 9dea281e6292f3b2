import { ArrowLeft, Copy, Download, Share2 } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import { callForFile } from '#web/lib/call.ts'
import type { PageHandle } from '#web/lib/page-handle.ts'
import type { SignedIn } from '#web/lib/require-artist.ts'
import { requireArtist } from '#web/lib/require-artist.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useCopyLink } from '#web/lib/use-copy-link.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useShare } from '#web/lib/use-share.ts'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CustomQr } from './custom-qr.tsx'
import { EmbedCode } from './embed-code.tsx'
import { PrintLinks } from './print-links.tsx'
import { QrCard } from './qr-card.tsx'
import css from './qr.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export const handle: PageHandle = { theme: 'lamp' }

export function meta() {
  return [{ title: 'QR-код — Бис' }, { name: 'robots', content: 'noindex' }]
}

export const clientLoader = requireArtist

export function HydrateFallback() {
  return <ArtistSkeleton />
}

/** The code that stands at the stage and leads to the artist's page. */
export default function QrPage() {
  const { username } = useLoaderData<SignedIn>()
  const { press, isPending } = usePresses()
  const copy = useCopyLink()
  const share = useShare()
  const page = `/user/${username}`

  const download = () =>
    press('download', async () =>
      saveFile(await callForFile(api.qr.downloadImage, { params: { username } }), 'qrcode.png'),
    )

  return (
    <>
      <header className={css.top}>
        <IconButton href="/artist?tab=profile" label="Назад: Кабинет" className={css.back}>
          <ArrowLeft className="ico" />
        </IconButton>
        <span className={css.name}>QR-код</span>
        <IconButton label="Поделиться" onClick={() => share(page, username)} className={css.share}>
          <Share2 className="ico" />
        </IconButton>
      </header>
      <main className={classes('wrap', css.main)}>
        <div className={css.first}>
          <QrCard username={username} />
          <div className={css.words}>
            <h1 className="d-m">Поставьте код у сцены</h1>
            <p className="t-l">Он открывает вашу страницу с афишей и заказом песен.</p>
          </div>
          <div className={css.actions}>
            <Button
              block
              variant="invert"
              icon={<Download className="ico" />}
              loading={isPending('download')}
              onClick={() => void download()}
            >
              Скачать
            </Button>
            <Button block icon={<Copy className="ico" />} onClick={() => void copy(page)}>
              Скопировать ссылку
            </Button>
          </div>
        </div>
        <PrintLinks />
        <EmbedCode username={username} />
        <CustomQr username={username} />
      </main>
    </>
  )
}
