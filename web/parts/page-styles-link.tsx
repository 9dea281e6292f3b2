import { useContext, useState } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'
import { inlinedStyles } from '../lib/inlined-styles.ts'
import { PageStyles } from '../lib/page-styles.ts'

/**
 * The stylesheets of the page. In the first HTML they stand as text, since a stylesheet file costs a
 * phone a second and a half before anything is seen; pages opened later link theirs.
 */
export function PageStylesLink() {
  const framework = useContext(FrameworkContext)
  const { nonce, styles } = useContext(PageStyles)
  const matches = useMatches()
  const sheets = [
    ...new Set(matches.flatMap(({ id }) => framework?.manifest.routes[id]?.css ?? [])),
  ]
  const [first] = useState(
    inlinedStyles ?? {
      sheets,
      text: sheets.map((sheet) => styles.get(fileOf(sheet))).join('\n'),
      nonce,
    },
  )
  const later = sheets.filter((sheet) => !first.sheets.includes(sheet))
  return (
    <>
      <style
        data-sheets={first.sheets.join(' ')}
        nonce={first.nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: first.text }}
      />
      {later.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} />
      ))}
    </>
  )
}

/** The router marks by a # the stylesheets that a part of the page loaded later has in common with it. */
function fileOf(sheet: string): string {
  return sheet.replace(/#$/u, '')
}
