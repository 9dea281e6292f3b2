import { useContext } from 'react'
import { PageStyles } from '../lib/page-styles.ts'
import { fileOf, usePageSheets } from '../lib/use-page-sheets.ts'

export type PartStylesProps = {
  /** The file of the part, from the root of the project. */
  source: string
}

/** The stylesheets of a part that the server drew although its scripts come later; in the browser they come with those. */
export function PartStyles({ source }: PartStylesProps) {
  const { partSheets } = useContext(PageStyles)
  const inPage = new Set(usePageSheets().map(fileOf))
  return partSheets
    .get(source)
    ?.filter((sheet) => !inPage.has(sheet))
    .map((sheet) => <link key={sheet} rel="stylesheet" href={sheet} precedence="part" />)
}
