import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { UNSAFE_AssetsManifest as AssetsManifest } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { forgetInlinedSheets, nameInlinedSheets } from './lib/inlined-styles.ts'
import { keepFilesForNextVisit } from './lib/service-worker.ts'
import { trustOurLibraries } from './lib/trusted.ts'

// Where the router's own script leaves it before this file runs.
const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: AssetsManifest }
trustOurLibraries()
forgetInlinedSheets(manifest)
nameInlinedSheets()
keepFilesForNextVisit()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
