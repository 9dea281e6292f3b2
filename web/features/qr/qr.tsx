import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { screenAddress } from '#web/lib/calls/token.ts'
import { storeQrCodeSeen } from '#web/lib/device/device-memory.ts'
import type { PageHandle } from '#web/lib/pages/site-facts.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { saveFile, useCopyLink, useCopyText, useShare } from '#web/lib/pages/share.tsx'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ArtistBar, NextStep } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Copy, Download, LayoutGrid, Printer } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { RepeatSign } from '#web/parts/frame/repeat-sign.tsx'
import { Share2 } from '#web/ui/icons/icons.tsx'
import { Rule, Section } from '#web/ui/layout/section.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { concertAtHand } from './concert-at-hand.ts'
import { CustomQr } from './custom-qr.tsx'
import { HallTablet } from './hall-tablet.tsx'
import css from './qr.module.css'

type QrCardProps = { username: string }

/** The code on white with the nickname under it, for showing it across a table. */
function QrCard({ username }: QrCardProps) {
  const [failed, setFailed] = useState(false)
  return (
    <div className={css.card}>
      {failed ? (
        <div role="alert" className={css.failed}>
          <p>Код не загрузился. Проверьте интернет.</p>
          <Button size="s" onClick={() => setFailed(false)}>
            Попробовать ещё раз
          </Button>
        </div>
      ) : (
        <img
          src={`/api/v1/qr/get-image/${username}`}
          alt={`QR-код страницы ${username}`}
          width={1024}
          height={1024}
          className={css.code}
          onError={() => setFailed(true)}
        />
      )}
      <div className={css.foot}>
        <Rule />
        <div className={css.caption}>
          <span className="d-m">{username}</span>
          <RepeatSign className={css.sign} />
        </div>
      </div>
    </div>
  )
}

type ClosedProps = {
  /** The concert at hand, where it is a closed evening. */
  closed: Session | null
}

/** The two sheets to print; each opens in its own tab, where the paper size applies. */
function PrintLinks({ closed }: ClosedProps) {
  return (
    <Section title="Распечатать">
      <p className="t-l">Плакат повесьте у сцены, карточки разложите по столам.</p>
      <p className="muted">
        Ссылку может нести и любая NFC-метка: запишите её на метку бесплатным приложением вроде NFC
        Tools (тип записи «URL»), и хватит поднести телефон.
      </p>
      <div className={css.links}>
        <Button block icon={<Printer />} href="/artist/qr/print?sheet=poster" target="_blank">
          Плакат А4
        </Button>
        <Button block icon={<LayoutGrid />} href="/artist/qr/print?sheet=cards" target="_blank">
          Карточки на столы
        </Button>
        <Button block icon={<LayoutGrid />} href="/artist/qr/print?sheet=tables" target="_blank">
          Карточки с номером стола
        </Button>
        {closed !== null && (
          <Button block href={`/artist/qr/print?pass=${closed.pass}`} target="_blank">
            Для вечера «{closed.title}»: без слова
          </Button>
        )}
      </div>
    </Section>
  )
}

/** The page for a projector or a television in the venue. */
function HallScreenLink({ username, closed }: ClosedProps & { username: string }) {
  return (
    <Section title="Экран зала">
      <p className="t-l">
        Откройте на телевизоре или проекторе: что звучит, что дальше и большой код для заказа.
      </p>
      <Button block href={screenAddress(username, closed?.pass)} target="_blank">
        Открыть экран зала
      </Button>
      <Button block variant="text" href="/artist/overlay">
        Оверлей для трансляции
      </Button>
    </Section>
  )
}

/** The HTML of the artist's card for his own site. */
function EmbedCode({ username }: { username: string }) {
  const { publicUrl } = useSiteFacts()
  const copy = useCopyText(
    'Код скопирован',
    'Не получилось скопировать. Выделите код и скопируйте его.',
  )
  const card = `${publicUrl}/embed/${username}`
  const code = `<iframe src="${card}" title="${username} в «Бисе»" width="100%" height="420" style="max-width:640px;border:0" loading="lazy"></iframe>`
  return (
    <Section title="Карточка для вашего сайта">
      <p className="t-l">
        Сама показывает ближайший концерт, а во время него зовёт заказать песню.
      </p>
      <TextArea label="Код карточки" value={code} rows={4} readOnly spellCheck={false} />
      <Button block icon={<Copy />} onClick={() => void copy(code)}>
        Скопировать код
      </Button>
      <Button block variant="text" href={card} target="_blank">
        Посмотреть карточку
      </Button>
    </Section>
  )
}

export const handle: PageHandle = { theme: 'lamp' }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('QR-код')

/** Addresses that no phone can reach. */
const OWN_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u

/** The page with the code for the stage, which leads to the artist's page. */
export default function QrPage() {
  const { username } = useLoaderData<SignedIn>()
  const { press, isPending } = usePresses()
  const copy = useCopyLink()
  const share = useShare()
  const page = `/user/${username}`
  const { hostname } = new URL(useSiteFacts().publicUrl)
  const [closed, setClosed] = useState<Session | null>(null)
  useEffect(storeQrCodeSeen, [])
  useEffect(() => {
    void orWhenUnavailable(concertAtHand(username), null).then((one) =>
      setClosed(one?.pass ? one : null),
    )
  }, [username])

  const download = () =>
    press('download', async () =>
      saveFile(await callForFile(api.qr.downloadImage, { params: { username } }), 'qrcode.png'),
    )

  return (
    <>
      <ArtistBar
        back={{ href: '/artist?tab=today', name: 'Сегодня' }}
        name="QR-код"
        className="wrap"
        actions={
          <IconButton label="Поделиться" onClick={() => share(page, username)}>
            <Share2 />
          </IconButton>
        }
      />
      <main id="main" className={classes('wrap', css.main)}>
        <div className={css.first}>
          <QrCard username={username} />
          <div className={css.words}>
            <h1 className="d-m">Поставьте код у сцены</h1>
            <p className="t-l">Он открывает вашу страницу с афишей и заказом песен.</p>
            {OWN_MACHINE.test(hostname) && (
              <p>
                Сейчас он ведёт на этот компьютер: с телефона откроется, если запустить «Бис» с
                HOST=0.0.0.0.
              </p>
            )}
          </div>
          <div className={css.actions}>
            <Button
              block
              variant="invert"
              icon={<Download />}
              loading={isPending('download')}
              onClick={() => void download()}
            >
              Скачать
            </Button>
            <Button block icon={<Copy />} onClick={() => void copy(page)}>
              Скопировать ссылку
            </Button>
            <NextStep username={username} />
          </div>
        </div>
        <PrintLinks closed={closed} />
        <HallScreenLink username={username} closed={closed} />
        <HallTablet username={username} />
        <EmbedCode username={username} />
        <CustomQr username={username} />
      </main>
    </>
  )
}
