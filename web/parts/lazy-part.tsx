import { Suspense, lazy, memo, useContext, useDeferredValue, useEffect, useMemo } from 'react'
import type { ComponentType, ReactNode } from 'react'
import {
  fileOf,
  LOAD_FAILED_ID,
  PAGE_LOST,
  PageStyles,
  retryStylesheets,
  usePageSheets,
} from '../lib/pages/page-styles.ts'

type PartStylesProps = {
  /** The file of the part, from the root of the project. */
  source: string
}

/** The stylesheets of a part that the server rendered although its scripts load later; in the browser they load with those. */
function PartStyles({ source }: PartStylesProps) {
  const { partFiles } = useContext(PageStyles)
  const inPage = new Set(usePageSheets().map(fileOf))
  return partFiles
    .get(source)
    ?.filter((sheet) => !inPage.has(sheet))
    .map((sheet) => <link key={sheet} rel="stylesheet" href={sheet} precedence="part" />)
}

const ASK_AGAIN_MS = 3000

type Module<Props> = { default: ComponentType<Props> }

/** A part of a page whose scripts and styles load when it is first needed, or a little before. */
type LazyPart<Props extends object> = ComponentType<Props> & { preload: () => void }

/** The number of parts that the screen waits for, and of those that failed to load for lack of network. */
const missing = { awaited: 0, lost: 0 }

/** The strip in the page's frame is shown while there are both. */
function count(what: keyof typeof missing, by: 1 | -1) {
  missing[what] += by
  const strip = document.getElementById(LOAD_FAILED_ID)
  if (strip) strip.hidden = missing.awaited * missing.lost === 0
}

function Awaited({ children }: { children: ReactNode }) {
  useEffect(() => {
    count('awaited', 1)
    return () => count('awaited', -1)
  }, [])
  return children
}

/** Resolves in some seconds, or as soon as the network is back. */
function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ASK_AGAIN_MS)
    addEventListener('online', () => resolve(), { once: true })
  })
}

/** A new build has replaced the files of an open page: it is loaded anew once the screen waits for a part, and once only. */
async function seekNewBuild() {
  const { url } = (window as { __reactRouterManifest?: { url: string } }).__reactRouterManifest!
  const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store' })
  if (status === 404 && missing.awaited > 0) dispatchEvent(new Event(PAGE_LOST))
}

/** Retries the load: a network lost for a moment must not take the page down. */
async function loadWithRetry<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<Module<Props>> {
  for (let lost = false; ; lost = true)
    try {
      const part = { default: await load() }
      if (lost) count('lost', -1)
      return part
    } catch (failure) {
      if (typeof window === 'undefined') throw failure
      if (!lost) count('lost', 1)
      seekNewBuild().catch(() => undefined)
      await later()
      await retryStylesheets()
    }
}

/** `source`: the file that `load` imports, from the root of the project; its styles are in the server's HTML where the part is. `meanwhile` is shown until it loads. */
export function lazyPart<Props extends object>(
  source: string,
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): LazyPart<Props> {
  let coming: Promise<Module<Props>> | undefined
  let loaded = false
  const preload = () =>
    (coming ??= loadWithRetry(load).then((part) => {
      loaded = true
      return part
    }))
  const Part = lazy(preload)
  // React discards the server's HTML of a boundary that an urgent render changes before its scripts load.
  function Lazy(props: Props) {
    const deferred = useDeferredValue(props)
    const shown = loaded ? props : deferred
    return useMemo(
      () => (
        <>
          <PartStyles source={source} />
          <Suspense fallback={<Awaited>{meanwhile}</Awaited>}>
            <Part {...shown} />
          </Suspense>
        </>
      ),
      [shown],
    )
  }
  return Object.assign(memo(Lazy), { preload: () => void preload() })
}
