import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The text of each stylesheet of a build, by its address. */
export async function readStyles(clientFolder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(clientFolder, 'assets'))
  const styles = names.filter((name) => name.endsWith('.css'))
  return new Map(
    await Promise.all(
      styles.map(
        async (name) =>
          [`/assets/${name}`, await readFile(join(clientFolder, 'assets', name), 'utf8')] as const,
      ),
    ),
  )
}

type ViteManifest = Record<string, { css?: string[]; imports?: string[]; isDynamicEntry?: boolean }>

/** What each part that is loaded later needs of styles, by its source file. */
export async function readPartSheets(
  clientFolder: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = join(clientFolder, '.vite', 'manifest.json')
  // A build of an older version has none: then a part has its styles once the scripts are there.
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as ViteManifest
  const sheetsUnder = (name: string, seen: Set<string>): string[] => {
    if (seen.has(name)) return []
    seen.add(name)
    const { imports = [], css = [] } = manifest[name] ?? {}
    return [...imports.flatMap((below) => sheetsUnder(below, seen)), ...css]
  }
  return new Map(
    Object.keys(manifest)
      .filter((name) => manifest[name]?.isDynamicEntry)
      .map((name) => [name, sheetsUnder(name, new Set()).map((sheet) => `/${sheet}`)]),
  )
}
