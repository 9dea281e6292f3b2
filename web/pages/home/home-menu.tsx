import { Menu } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Anchor } from '#web/ui/anchor.tsx'
import { SECTIONS } from './sections.ts'
import css from './home-menu.module.css'

/** The sections on a telephone, folded away; it opens before the scripts come. */
export function HomeMenu() {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (box.current) box.current.open = false
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || box.current?.open !== true) return
    close()
    box.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={box} className={`only-m ${css.menu}`}>
      <summary aria-label="Меню" className={css.button} onKeyDown={closeByKey}>
        <Menu className="ico" />
      </summary>
      <nav aria-label="Разделы" className={css.list}>
        {SECTIONS.map(({ href, name }) => (
          <Anchor
            key={href}
            href={href}
            className={css.section}
            onClick={close}
            onKeyDown={closeByKey}
          >
            {name}
          </Anchor>
        ))}
      </nav>
    </details>
  )
}
