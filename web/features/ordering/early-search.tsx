import { useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'
import { pathOf } from '#contract/path.ts'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { ENTRY_BEGUN, fileOf, ORDERING_FILES, PageStyles } from '#web/lib/pages/page-styles.ts'

type EarlySearchProps = { query: { username: string; sessionId?: string; pass?: string } }

/** Up to the text. */
const addressOf = (query: EarlySearchProps['query']) =>
  `${pathOf(api.songs.findSong)}?${new URLSearchParams(query)}&input=`

/**
 * What is typed into `q` before hydration is searched while the scripts still load; `results`, which show the answer,
 * load with them, and `order`, by which it is ordered, while the entry is executed, since the network is idle then. The
 * pause and the longest text are those of useSearch.
 */
const scriptOf = (address: string, results: readonly string[], order: readonly string[]) =>
  `{let pause,answers={},results=${JSON.stringify(results)}
const ask=url=>answers[url]??=fetch(url).then(r=>r.json()).catch(()=>{})
const bring=files=>{for(const href of files)document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:/css$/.test(href)?'style':'script',crossOrigin:'',href}))}
const typed=({target:{name,value}})=>{if(name!='q')return
if(results){bring(results)
results=0
addEventListener('${ENTRY_BEGUN}',()=>bring(${JSON.stringify(order)}))}
clearTimeout(pause)
pause=setTimeout(q=>q&&ask(${JSON.stringify(address)}+encodeURIComponent(q)),300,value.trim().slice(0,200))}
addEventListener('input',typed)
early={answers,end(){removeEventListener('input',typed)
clearTimeout(pause)}}}`

function OnServer({ query }: EarlySearchProps) {
  const { nonce, partFiles } = useContext(PageStyles)
  const routes = useContext(FrameworkContext)?.manifest.routes
  const ofPage = useMatches().flatMap(({ id }) => routes?.[id] ?? [])
  const asked = new Set(
    ofPage.flatMap(({ module, imports = [], css = [] }) => [
      module,
      ...imports,
      ...css.map(fileOf),
    ]),
  )
  const [results = [], order = []] = ORDERING_FILES.map((name) => {
    const files = (partFiles.get(name) ?? []).filter((file) => !asked.has(file))
    for (const file of files) asked.add(file)
    return files
  })
  const script = scriptOf(addressOf(query), results, order)
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
}

function InBrowser() {
  useEffect(() => early().early?.end(), [])
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

/** Stands beside the search of the order screen. */
export const EarlySearch: (props: EarlySearchProps) => ReactNode = import.meta.env.SSR
  ? OnServer
  : InBrowser

type Early = {
  /** By address. */
  answers: Record<string, Promise<{ data?: readonly Song[] } | undefined>>
  end: () => void
}

const early = () => window as { early?: Early | undefined }

/** The answer to a search that was asked before hydration; undefined: it was not, or it failed, or it is not the first search. */
export async function earlyAnswer(query: EarlySearchProps['query'], text: string) {
  const answer = early().early?.answers[addressOf(query) + encodeURIComponent(text)]
  early().early = undefined
  return (await answer)?.data
}
