import { useId } from 'react'
import type { ReactNode } from 'react'
import { COMMISSION_BPS } from '#domain/money.ts'
import { plural } from '#domain/russian.ts'
import type { FoundConcert } from '#web/parts/concerts/found-concert.ts'
import { FoundPoster } from '#web/parts/concerts/found-poster.tsx'
import runs from '#web/parts/concerts/run-colours.module.css'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Rule } from '#web/ui/layout/section.tsx'
import css from './home-sections.module.css'

type HomeBlockProps = {
  title: string
  /** An anchor of the page. */
  id?: string
  /** With the background of a sheet, so that neighbouring sections differ. */
  sheet?: boolean
  /** On a wide screen the heading is on the left and the content on the right. */
  aside?: boolean
  children: ReactNode
}

/** One section of the home page, as wide as the screen, with its heading under the bar. */
export function HomeBlock({ title, id, sheet = false, aside = false, children }: HomeBlockProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className={classes(css.block, sheet && css.sheet)}>
      <div className={classes('wrap', aside && css.aside)}>
        <div>
          <Rule />
          <h2 id={titleId} className={`d-l ${css.blockTitle}`}>
            {title}
          </h2>
        </div>
        {children}
      </div>
    </section>
  )
}

type PosterWallProps = { label: string; concerts: readonly FoundConcert[] }

/** Posters side by side: in one line that scrolls sideways on a phone, in rows on a wide screen. */
function PosterWall({ label, concerts }: PosterWallProps) {
  return (
    <ul aria-label={label} className={css.concertsWall}>
      {concerts.map((concert) => (
        <li key={concert.id} className={css.place}>
          <FoundPoster concert={concert} />
        </li>
      ))}
    </ul>
  )
}

type ConcertsSectionProps = {
  /** Null: the request failed. */
  concerts: readonly FoundConcert[] | null
}

/** The nearest concerts, for listeners, and the link to the others. */
export function ConcertsSection({ concerts }: ConcertsSectionProps) {
  return (
    <HomeBlock id="concerts" title="Концерты">
      <div className={css.body}>
        {concerts === null && (
          <EmptyState text="Не получилось узнать, где играют. Обновите страницу." rest={false} />
        )}
        {concerts?.length === 0 && (
          <EmptyState text="Пока никто не объявил концерт. Ваш может стать первым." />
        )}
        {concerts !== null && concerts.length > 0 && (
          <PosterWall label="Ближайшие концерты" concerts={concerts} />
        )}
        <Button href="/find" className={css.all}>
          Найти концерт
        </Button>
      </div>
    </HomeBlock>
  )
}

type ShownPromo = {
  title: string
  action: string
  topic: string
  daysLeft: number
}

type PromoSectionProps = { promo: ShownPromo }

/** The offer of this week, and the days left. */
export function PromoSection({ promo: { title, action, topic, daysLeft } }: PromoSectionProps) {
  return (
    <section aria-labelledby="promo-title" data-theme="day" className={css.promoGround}>
      <div className={`wrap ${css.promo}`}>
        <p className="b">Акция недели</p>
        <h2 id="promo-title" className="d-m">
          {title}
        </h2>
        <p className={css.left}>
          <b className="tnum">{daysLeft}</b>{' '}
          <span className="t-l">
            {plural(daysLeft, 'день', 'дня', 'дней')} до&nbsp;конца недели
          </span>
        </p>
        <Button
          href={`/pricing?${new URLSearchParams({ topic })}#support`}
          variant="invert"
          className={css.promoWay}
        >
          {action}
        </Button>
      </div>
    </section>
  )
}

const percent = (bps: number) => bps / 100

const COMMISSIONS = [
  {
    percent: percent(COMMISSION_BPS.tip),
    of: 'С благодарностей',
    text: 'Комиссию удерживаем с\u00A0музыканта. Слушатель платит ровно столько, сколько ввёл.',
  },
  {
    percent: percent(COMMISSION_BPS.song),
    of: 'С заказов песен',
    text: 'Только когда песня сыграна. Отменённый заказ ничего не\u00A0стоит.',
  },
]

const MONEY_WAY = [
  'Вы отмечаете песню, и\u00A0она встаёт в\u00A0очередь.',
  'Нажимаете «Следующий Трек» перед исполнением и\u00A0ещё раз после него. Только тогда деньги зачисляются вам.',
  'Не\u00A0подтвердили до\u00A0конца концерта? Заказ отменится, и\u00A0деньги вернутся слушателю.',
]

const PAID_BY = ['МИР', 'VISA', 'Mastercard', 'СБП']

/** The commissions, and when the money of an order becomes the musician's. */
export function PriceSection() {
  return (
    <HomeBlock id="price" title="Сколько стоит" sheet>
      <div className={css.commissions}>
        {COMMISSIONS.map((commission) => (
          <div key={commission.of} className={css.commission}>
            <b aria-hidden="true">{commission.percent}%</b>
            <div aria-hidden="true" className={`vrule ${css.priceLine}`} />
            <div>
              <h3 className="d-xs">
                <span className="sr">{commission.percent}% </span>
                {commission.of}
              </h3>
              <p className={`muted ${css.priceWords}`}>{commission.text}</p>
            </div>
          </div>
        ))}
      </div>
      <h3 className={`d-xs ${css.wayTitle}`}>Как идут деньги за&nbsp;песню</h3>
      <ol className={css.way}>
        {MONEY_WAY.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ul aria-label="Способы оплаты" className={css.paidBy}>
        {PAID_BY.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className={css.more}>
        <Anchor href="/pricing" className="link">
          Как проходит оплата
        </Anchor>
      </p>
    </HomeBlock>
  )
}

const AUDIENCE = [
  {
    run: 'rose',
    picture: '/art/mic-rose.svg',
    name: 'Соло с гитарой и\u00A0без',
    text: 'Вечер в\u00A0баре превращается в\u00A0концерт по\u00A0заявкам.',
  },
  {
    run: 'sky',
    picture: '/art/sax-sky.svg',
    name: 'Уличные музыканты',
    text: 'Прохожий благодарит с\u00A0телефона, даже если нет наличных.',
  },
  {
    run: 'mint',
    picture: '/art/bass-mint.svg',
    name: 'Кавер-группы',
    text: 'Зал выбирает следующую песню, вы\u00A0видите спрос.',
  },
] as const

/** Three kinds of musicians as posters on a wall. */
export function AudienceSection() {
  return (
    <HomeBlock id="for-who" title="Для кого">
      <ul className={css.wall}>
        {AUDIENCE.map(({ run, picture, name, text }) => (
          <li key={name} className={classes(css.poster, runs[run])}>
            <img src={picture} alt="" width={1200} height={600} loading="lazy" decoding="async" />
            <div aria-hidden="true" className={css.bar} />
            <div className={css.audienceWords}>
              <h3 className="d-s">{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeBlock>
  )
}

const QUEUE = [
  { songId: '1', title: 'Что такое осень', artistName: 'ДДТ', imageUrl: '/art/covers.svg#4' },
  { songId: '2', title: 'Zombie', artistName: 'The Cranberries', imageUrl: '/art/covers.svg#2' },
  { songId: '3', title: 'Варвара', artistName: 'Би-2', imageUrl: '/art/covers.svg#1' },
]

/** A sample of a listener's screen: these songs are not being played. */
function HallExample() {
  return (
    <figure className={css.screen}>
      <Rule tone="lamp" />
      <figcaption className="sr">Пример: экран слушателя во время концерта</figcaption>
      <div className={css.inside}>
        <p className={`now-c b ${css.now}`}>
          <Beat /> Сейчас играет
        </p>
        <p className={`d-l ${css.song}`}>Группа крови</p>
        <p className="muted">Кино</p>
        <div className={css.queue}>
          <Rule />
          <p className="d-s">В очереди</p>
          <ul>
            {QUEUE.map((song) => (
              <SongRow key={song.songId} song={song} />
            ))}
          </ul>
        </div>
      </div>
    </figure>
  )
}

const STEPS = [
  {
    title: 'Поставьте QR-код у сцены',
    text: 'Слушатель сканирует его и сразу видит вашу страницу. Без установки и регистрации.',
  },
  {
    title: 'Зал заказывает песни',
    text: 'Из вашего репертуара или свои. Платно или бесплатно, решаете вы.',
  },
  {
    title: 'Вы ведёте концерт с пульта',
    text: 'Очередь, заказы и одна большая кнопка «Следующий Трек».',
  },
  {
    title: 'Сыграли\u00A0— деньги ваши',
    text: 'Если песня не прозвучала, заказ отменится и деньги вернутся слушателю.',
  },
]

/** The evening in four steps, and the listener's screen. */
export function HowSection() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      data-theme="stage"
      className={css.ground}
    >
      <div className={`wrap ${css.sides}`}>
        <div>
          <Rule />
          <h2 id="how-it-works-title" className={`d-l ${css.title}`}>
            Как это работает
          </h2>
          <ol className={css.steps}>
            {STEPS.map(({ title, text }, at) => (
              <li key={title} className={css.step}>
                <span aria-hidden="true" className={css.number}>
                  {at + 1}
                </span>
                <div aria-hidden="true" className={`vrule ${css.line}`} />
                <div>
                  <h3 className="d-xs">{title}</h3>
                  <p className={css.words}>{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <HallExample />
      </div>
    </section>
  )
}
