import { SongRow } from '#web/parts/song-row.tsx'
import { Beat } from '#web/ui/beat.tsx'
import { Rule } from '#web/ui/rule.tsx'
import css from './hall-example.module.css'

const QUEUE = [
  { songId: '1', title: 'Что такое осень', artistName: 'ДДТ', imageUrl: '/art/cover-4.svg' },
  { songId: '2', title: 'Zombie', artistName: 'The Cranberries', imageUrl: '/art/cover-2.svg' },
  { songId: '3', title: 'Варвара', artistName: 'Би-2', imageUrl: '/art/cover-1.svg' },
]

/** A picture, in words, of what a listener has in his hand: nobody plays these songs now. */
export function HallExample() {
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
