import { useContext, useState } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'
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
  const [first] = useState(sheets)
  const later = sheets.filter((sheet) => !first.includes(sheet))
  return (
    <>
      <style
        nonce={nonce}
        suppressHydrationWarning
        // In the browser the text of the first HTML stays as it came.
        dangerouslySetInnerHTML={{
          __html: first.map((sheet) => styles.get(sheet) ?? '').join('\n'),
        }}
      />
      {later.map((sheet) => (
        <link key={sheet} rel="stylesheet" href={sheet} />
      ))}
    </>
  )
}
