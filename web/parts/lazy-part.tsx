import { Suspense, lazy, memo, useContext } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { fileOf, PageStyles, retryStylesheets, usePageSheets } from '../lib/page-styles.ts'

type PartStylesProps = {
  /** The file of the part, from the root of the project. */
  source: string
}

/** The stylesheets of a part that the server drew although its scripts come later; in the browser they come with those. */
function PartStyles({ source }: PartStylesProps) {
  const { partSheets } = useContext(PageStyles)
  const inPage = new Set(usePageSheets().map(fileOf))
  return partSheets
    .get(source)
    ?.filter((sheet) => !inPage.has(sheet))
    .map((sheet) => <link key={sheet} rel="stylesheet" href={sheet} precedence="part" />)
}

const ASK_AGAIN_MS = 3000

type Module<Props> = { default: ComponentType<Props> }

/** A part of a page whose scripts and styles come when it is first needed, or a little before. */
type LazyPart<Props extends object> = ComponentType<Props> & { come: () => void }

/** A network that was lost for a moment must not take the page down. */
async function untilItComes<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<Module<Props>> {
  try {
    return { default: await load() }
  } catch (failure) {
    if (typeof window === 'undefined') throw failure
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    await retryStylesheets()
    return untilItComes(load)
  }
}

/** `source`: the file that `load` brings, from the root of the project; its styles stand in the server's HTML where it is a part of that. `meanwhile` stands there until it comes. */
export function lazyPart<Props extends object>(
  source: string,
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): LazyPart<Props> {
  let coming: Promise<Module<Props>> | undefined
  const come = () => (coming ??= untilItComes(load))
  const Part = lazy(come)
  function Lazy(props: Props) {
    return (
      <>
        <PartStyles source={source} />
        <Suspense fallback={meanwhile}>
          <Part {...props} />
        </Suspense>
      </>
    )
  }
  // React throws away what the server drew of a boundary that is rendered again before its scripts came.
  return Object.assign(memo(Lazy), { come: () => void come() })
}
