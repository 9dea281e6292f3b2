import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { inFewFiles } from './scripts/first-load.ts'

const CONTRACT = '\0contract'

/**
 * A page carries, of the calls it makes, what differs in the request: written in place of `api.topic.call`,
 * so that a call of one screen costs the others nothing. The schemas stay on the server.
 */
function thinContract(): Plugin {
  let api: Record<string, Record<string, unknown>> = {}
  return {
    name: 'thin-contract',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async buildStart() {
      // Imported as the file that it is: bundled into this one it would lose its neighbours.
      const contract = new URL('./contract/index.ts', import.meta.url).href
      const { everyEndpoint } = (await import(contract)) as typeof import('#contract/index.ts')
      api = {}
      for (const { name, endpoint } of everyEndpoint()) {
        const [topic = '', call = ''] = name.split('.')
        const { method, path, absolute, access } = endpoint
        // Undefined is not written: nearly no call is absolute.
        const thin = { method, path, access, absolute: absolute || undefined }
        api[topic] = { ...api[topic], [call]: thin }
      }
    },
    resolveId: (source) => (source === '#contract/index.ts' ? CONTRACT : undefined),
    load: (id) => (id === CONTRACT ? `export const api = ${JSON.stringify(api)}` : undefined),
    transform(code) {
      if (!code.includes('#contract/index.ts')) return undefined
      const inPlace = code.replaceAll(
        /(?<!typeof )\bapi\.(\w+)\.(\w+)\b/gu,
        (whole, topic: string, call: string) => {
          const thin = api[topic]?.[call]
          return thin === undefined ? whole : `(${JSON.stringify(thin)})`
        },
      )
      return { code: inPlace, map: null }
    },
  }
}

/** Where no string may become HTML, a question that Leaflet asks of old browsers would end it. */
function leafletWithoutHtml(): Plugin {
  return {
    name: 'leaflet-without-html',
    transform(code, id) {
      if (!id.endsWith('/leaflet/src/core/Browser.js')) return undefined
      const quiet = code.replaceAll('div.innerHTML =', 'div.textContent =')
      if (quiet === code) this.error('Leaflet asks its question in another way')
      return { code: quiet, map: null }
    },
  }
}

/** A page and what others need of it stand in one file; else another one, of its own address, would name the first. */
function pagesInOneFile(): Plugin {
  return {
    name: 'pages-in-one-file',
    applyToEnvironment: (environment) => environment.name === 'client',
    // A hook, because the router's plugin overrides the setting.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  }
}

// Pages name some forty of their files, and a hash does not compress.
const ASSET_NAMES = 'assets/[name]-[hash:6][extname]'

export default defineConfig({
  plugins: [thinContract(), leafletWithoutHtml(), reactRouter(), pagesInOneFile()],
  publicDir: 'web/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: inFewFiles(),
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: ASSET_NAMES,
          },
        },
      },
    },
    // Under other names, what the server's build names too would stand among the pages' files twice.
    ssr: { build: { rolldownOptions: { output: { assetFileNames: ASSET_NAMES } } } },
  },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      targets: { chrome: 100 << 16, safari: (15 << 16) | (4 << 8), samsung: 19 << 16 },
    },
  },
  build: {
    // The server looks up there what styles a part needs that is loaded later.
    manifest: true,
    target: ['chrome100', 'safari15.4'],
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
