import { useContext, useState } from 'react'
import { inlinedStyles } from '../lib/inlined-styles.ts'
import { PageStyles } from '../lib/page-styles.ts'
import { fileOf, usePageSheets } from '../lib/use-page-sheets.ts'

/**
 * The stylesheets of the page. In the first HTML they stand as text, since a stylesheet file costs a
 * phone a second and a half before anything is seen; pages opened later link theirs.
 */
export function PageStylesLink() {
  const { nonce, styles } = useContext(PageStyles)
  const sheets = usePageSheets()
  const [first] = useState(
    inlinedStyles ?? {
      sheets,
      text: sheets.map((sheet) => styles.get(fileOf(sheet))).join('\n'),
    },
  )
  const later = sheets.filter((sheet) => !first.sheets.includes(sheet))
  return (
    <>
      <style
        data-sheets={first.sheets.join(' ')}
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: first.text }}
      />
      {later.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} />
      ))}
    </>
  )
}
