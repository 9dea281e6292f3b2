import { useContext } from 'react'
import type { ReactNode } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from 'react-router'
import { pathOf } from '#contract/path.ts'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { fileOf, ORDERING_PARTS, PageStyles } from '#web/lib/pages/page-styles.ts'

type EarlySearchProps = { query: { username: string; sessionId?: string } }

/**
 * What is typed into `q` before hydration is searched while the scripts still load, and `files`, which show the answer,
 * load with them. `url` is the call's, up to the text. The pause and the longest text are those of useSearch.
 */
const scriptOf = (url: string, files: readonly string[]) =>
  `{let pause,answers={},files=${JSON.stringify(files)}
const typed=({target:{name,value}})=>{if(name!='q')return
for(const href of files.splice(0))document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:/css$/.test(href)?'style':'script',crossOrigin:'',href}))
clearTimeout(pause)
pause=setTimeout(q=>q&&(answers[q]??=fetch(${JSON.stringify(url)}+encodeURIComponent(q)).then(r=>r.json()).catch(()=>{})),300,value.trim().slice(0,200))}
addEventListener('input',typed)
askedEarly=q=>{removeEventListener('input',typed)
clearTimeout(pause)
const answer=answers[q]
delete answers[q]
return answer}}`

function OnServer({ query }: EarlySearchProps) {
  const { nonce, partFiles } = useContext(PageStyles)
  const routes = useContext(FrameworkContext)?.manifest.routes
  const ofPage = useMatches().flatMap(({ id }) => routes?.[id] ?? [])
  const inPage = new Set(
    ofPage.flatMap(({ module, imports = [], css = [] }) => [
      module,
      ...imports,
      ...css.map(fileOf),
    ]),
  )
  const files = partFiles.get(ORDERING_PARTS)?.filter((file) => !inPage.has(file)) ?? []
  const url = `${pathOf(api.songs.findSong)}?${new URLSearchParams(query)}&input=`
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: scriptOf(url, files) }} />
}

function InBrowser() {
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

/** Stands beside the search of the order screen. */
export const EarlySearch: (props: EarlySearchProps) => ReactNode = import.meta.env.SSR
  ? OnServer
  : InBrowser

type Early = { askedEarly?: (text: string) => Promise<{ data?: readonly Song[] } | undefined> }

/** The answer to a search that was asked before hydration, once; undefined: it was not, or it failed. */
export const earlyAnswer = async (text: string) =>
  (await (window as Early).askedEarly?.(text))?.data
