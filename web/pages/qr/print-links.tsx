import { LayoutGrid, Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './print-links.module.css'

/** The two sheets to print; each opens in a tab of its own, where the paper's size holds. */
export function PrintLinks() {
  return (
    <Section title="Распечатать">
      <p className="t-l">Плакат повесьте у сцены, карточки разложите по столам.</p>
      <div className={css.links}>
        <Button
          block
          icon={<Printer className="ico" />}
          href="/artist/qr/print?sheet=poster"
          target="_blank"
        >
          Плакат А4
        </Button>
        <Button
          block
          icon={<LayoutGrid className="ico" />}
          href="/artist/qr/print?sheet=cards"
          target="_blank"
        >
          Карточки на столы
        </Button>
      </div>
    </Section>
  )
}
