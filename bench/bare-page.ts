import { createElement as h, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'

/** The text of a page and a field, rendered by React and React Router alone. */
export function Bare({ words }: { words: readonly string[] }) {
  const [typed, type] = useState('')
  return h(
    'main',
    null,
    h('input', {
      name: 'q',
      type: 'search',
      value: typed,
      onChange: (event) => type(event.target.value),
    }),
    ...words.map((line, at) => h('p', { key: at }, line)),
  )
}

if (typeof document !== 'undefined') {
  const words = JSON.parse(document.querySelector('#words')?.textContent ?? '[]') as string[]
  const root = document.querySelector('#root')
  if (root !== null)
    hydrateRoot(
      root,
      h(RouterProvider, {
        router: createBrowserRouter([{ path: '/', element: h(Bare, { words }) }]),
      }),
    )
}
