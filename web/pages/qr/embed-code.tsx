import { Copy } from 'lucide-react'
import { useSiteFacts } from '#web/lib/site-facts.ts'
import { useCopyText } from '#web/lib/use-copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** The code of the artist's card for a site of their own. */
export function EmbedCode({ username }: { username: string }) {
  const { publicUrl } = useSiteFacts()
  const copy = useCopyText(
    'Код скопирован',
    'Не получилось скопировать. Выделите код и скопируйте его.',
  )
  const card = `${publicUrl}/embed/${username}`
  const code = `<iframe src="${card}" title="${username} на «Бис»" width="100%" height="420" style="max-width:640px;border:0" loading="lazy"></iframe>`
  return (
    <Section title="Карточка для вашего сайта">
      <p className="t-l">
        Сама показывает ближайший концерт, а во время него зовёт заказать песню.
      </p>
      <TextArea label="Код карточки" value={code} rows={4} readOnly spellCheck={false} />
      <Button block icon={<Copy className="ico" />} onClick={() => void copy(code)}>
        Скопировать код
      </Button>
      <Button block variant="text" href={card} target="_blank">
        Посмотреть карточку
      </Button>
    </Section>
  )
}
