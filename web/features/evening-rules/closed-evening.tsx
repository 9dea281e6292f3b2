import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { CODE_WORD, wrongWordsText } from '#domain/concerts/code-word.ts'
import { offeredWords } from '#domain/concerts/offered-words.ts'
import { doorAddress, screenAddress } from '#web/lib/calls/token.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { DrawnCode } from '#web/parts/drawn-code.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './evening-rules.module.css'

/** A whole number below `below`, which is far below 2^32. */
function randomBelow(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value % below
}

type ClosedEveningProps = {
  username: string
  saved: Pick<AnswerOf<typeof api.artist.eveningRules>, 'pass' | 'wrongWords'>
  codeWord: string
  error: string | undefined
  over: boolean
  onChange: (word: string) => void
}

/** The code word, and once it is saved the code at the door, which needs no word. */
export function ClosedEvening(props: ClosedEveningProps) {
  const { username, saved, codeWord, error, over, onChange } = props
  const { publicUrl } = useSiteFacts()
  const warning = saved.pass === null ? null : wrongWordsText(saved.wrongWords)
  return (
    <Section title="Закрытый вечер">
      {warning !== null && (
        <p role="alert" className={css.warning}>
          {warning}
        </p>
      )}
      <Field
        label="Кодовое слово"
        name="codeWord"
        autoComplete="off"
        disabled={over}
        maxLength={CODE_WORD.most}
        value={codeWord}
        onChange={({ target }) => onChange(target.value)}
        error={error}
        help={`От ${CODE_WORD.least} символов, не одни цифры; лучше два слова. Без него гости видят вас, но не очередь, и вечера нет в афише, поиске и на карте. Пустое поле: без слова. Вечер вернётся в афишу, когда вы снимете «Закрытый концерт».`}
      />
      <Button block disabled={over} onClick={() => onChange(offeredWords(randomBelow))}>
        Предложить слова
      </Button>
      {saved.pass !== null && (
        <>
          <p>Кто откроет этот код, войдёт без слова. Покажите его у входа.</p>
          <DrawnCode
            text={doorAddress(publicUrl, username, saved.pass)}
            alt="QR-код для входа на закрытый вечер"
            className={css.code}
          />
          <Button block href={screenAddress(username, saved.pass)} target="_blank">
            Экран зала этого вечера
          </Button>
          <Button block href={`/artist/qr/print?pass=${saved.pass}`} target="_blank">
            Плакат и карточки этого вечера
          </Button>
        </>
      )}
    </Section>
  )
}
