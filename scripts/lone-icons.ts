import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const LIST = new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react'))
const EXPORTS = /export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gu
const IMPORT = /import \{([^}]+)\} from 'lucide-react'/gu

/** The file of each icon by each of its names. */
function filesOfIcons(): ReadonlyMap<string, string> {
  const list = readFileSync(LIST, 'utf8')
  return new Map(
    [...list.matchAll(EXPORTS)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/gu)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

/**
 * Every icon is asked for by its own file. Through the library's list of all icons each page leads to
 * each icon, and the first load would hold those of the whole site.
 */
export function loneIcons(): Plugin {
  const files = filesOfIcons()
  return {
    name: 'lone-icons',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!/\/web\/.*\.tsx?(\?|$)/u.test(id) || !code.includes("'lucide-react'")) return undefined
      const lone = code.replaceAll(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [icon = '', local = icon] = name.split(/\s+as\s+/u)
            const file = files.get(icon)
            if (file === undefined) return this.error(`no icon ${icon}`)
            return `import ${local} from 'lucide-react/icons/${file}'`
          })
          .join(';'),
      )
      return { code: lone, map: null }
    },
  }
}
