import type { QueueEntry } from '#contract/shapes.ts'
import { firstWords, playedSheet } from '#domain/songs/played-sheet.ts'
import { readSheet } from '#domain/songs/song-text.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import type { PadText } from '#contract/song-texts.ts'
import css from './stage-view.module.css'

type StageEndProps = {
  hasText: boolean
  next: QueueEntry | null
  askedBy: string
  /** The text of the next song; null where it has none. */
  text: PadText | null
}

/** Under the last line: what comes next. */
export function StageEnd({ hasText, next, askedBy, text }: StageEndProps) {
  const sheet = text && readSheet(text.text)
  const played = sheet && playedSheet(sheet, text)
  const facts = [
    askedBy.replace(/^./u, (letter) => letter.toUpperCase()),
    played?.key && `${played.key.words}, ${played.capo > 0 ? `капо ${played.capo}` : 'без капо'}`,
  ]
  const first = sheet ? firstWords(sheet) : ''
  return (
    <section className={css.end}>
      <Rule tone="ink" />
      <h3>{hasText ? 'Конец песни' : 'У этой песни пока нет текста'}</h3>
      {hasText ? (
        next !== null && <p>Ещё раз педаль: следующая песня</p>
      ) : (
        <p>Его добавляют в репертуаре: «О песне», «Текст и аккорды».</p>
      )}
      {next === null ? (
        <p>Дальше пока ничего нет</p>
      ) : (
        <>
          {!hasText && <p>Дальше</p>}
          <p className={css.endTitle}>{next.title}</p>
          {facts.map(
            (fact) =>
              fact && (
                <p key={fact} className={css.fact}>
                  {fact}
                </p>
              ),
          )}
          {first !== '' && <p>{first}</p>}
        </>
      )}
    </section>
  )
}
