import { SongRow } from '#web/parts/song-row.tsx'
import { Beat } from '#web/ui/beat.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './how-section.module.css'

const QUEUE = [
  { songId: '1', title: 'Что такое осень', artistName: 'ДДТ', imageUrl: '/art/cover-4.svg' },
  { songId: '2', title: 'Zombie', artistName: 'The Cranberries', imageUrl: '/art/cover-2.svg' },
  { songId: '3', title: 'Варвара', artistName: 'Би-2', imageUrl: '/art/cover-1.svg' },
]

/** A picture, in words, of what a listener has in his hand: nobody plays these songs now. */
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
    words: 'Слушатель сканирует его и сразу видит вашу страницу. Без установки и регистрации.',
  },
  {
    title: 'Зал заказывает песни',
    words: 'Из вашего репертуара или свои. Платно или бесплатно, решаете вы.',
  },
  {
    title: 'Вы ведёте концерт с пульта',
    words: 'Очередь, заказы и одна большая кнопка «Следующий Трек».',
  },
  {
    title: 'Сыграли\u00A0— деньги ваши',
    words: 'Если песня не прозвучала, заказ отменится и деньги вернутся слушателю.',
  },
]

/** The evening in four steps, and what the hall sees of it. */
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
            {STEPS.map(({ title, words }, at) => (
              <li key={title} className={css.step}>
                <span aria-hidden="true" className={css.number}>
                  {at + 1}
                </span>
                <div aria-hidden="true" className={`vrule ${css.line}`} />
                <div>
                  <h3 className="d-xs">{title}</h3>
                  <p className={css.words}>{words}</p>
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
