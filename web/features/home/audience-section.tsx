import runs from '#web/parts/run-colours.module.css'
import { classes } from '#web/ui/classes.ts'
import css from './audience-section.module.css'
import { HomeBlock } from './home-block.tsx'

const AUDIENCE = [
  {
    run: 'rose',
    picture: '/art/mic-rose.svg',
    name: 'Соло с гитарой и\u00A0без',
    words: 'Вечер в\u00A0баре превращается в\u00A0концерт по\u00A0заявкам.',
  },
  {
    run: 'sky',
    picture: '/art/sax-sky.svg',
    name: 'Уличные музыканты',
    words: 'Прохожий благодарит с\u00A0телефона, даже если нет наличных.',
  },
  {
    run: 'mint',
    picture: '/art/bass-mint.svg',
    name: 'Кавер-группы',
    words: 'Зал выбирает следующую песню, вы\u00A0видите спрос.',
  },
] as const

/** Three kinds of musicians as posters on a wall. */
export function AudienceSection() {
  return (
    <HomeBlock id="for-who" title="Для кого">
      <ul className={css.wall}>
        {AUDIENCE.map(({ run, picture, name, words }) => (
          <li key={name} className={classes(css.poster, runs[run])}>
            <img src={picture} alt="" width={1200} height={600} loading="lazy" decoding="async" />
            <div aria-hidden="true" className={css.bar} />
            <div className={css.words}>
              <h3 className="d-s">{name}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeBlock>
  )
}
