import { createContext } from 'react'

export type Styles = {
  /** Marks an inline style as ours; on the server only. */
  nonce: string | undefined
  /** The text of each stylesheet, on the server only. */
  styles: ReadonlyMap<string, string>
  /** The addresses of the stylesheets of each part that is loaded later, by its source file; on the server only. */
  partSheets: ReadonlyMap<string, readonly string[]>
}

const Context = createContext<Styles>({
  nonce: undefined,
  styles: new Map(),
  partSheets: new Map(),
})

/** What the server knows of the build's stylesheets, so that the first HTML can hold their text. */
export const PageStyles = Context
