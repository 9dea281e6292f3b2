import { cleanedHtml } from '#web/lib/trusted.ts'
import { classes } from '#web/ui/classes.ts'
import css from './formatted-text.module.css'

type FormattedTextProps = {
  /** Sanitised by the server: the fields whose names end in `Html`, and nothing else. */
  html: string
  className?: string | undefined
}

/** An artist's text about himself, with its paragraphs, lists and links. */
export function FormattedText({ html, className }: FormattedTextProps) {
  return (
    <div
      className={classes(css.text, className)}
      dangerouslySetInnerHTML={{ __html: cleanedHtml(html) }}
    />
  )
}
