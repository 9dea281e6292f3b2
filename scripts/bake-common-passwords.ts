import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { couldBeTaken } from '#domain/accounts/guessable.ts'

/**
 * Bakes the most common passwords, which attackers try first, `node scripts/bake-common-passwords.ts FOLDER`. FOLDER is
 * the package `@zxcvbn-ts/language-common` (MIT), installed outside the project: `npm i --prefix FOLDER
 * @zxcvbn-ts/language-common`. The file has those that our other rules would accept, in lower case, the most used
 * first.
 */

const FILE = new URL('../server/modules/accounts/common-passwords.txt', import.meta.url)
const LIST = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('name the folder that the package is installed in')
const all = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as string[]
const kept = new Set(all.map((password) => password.toLowerCase()).filter(couldBeTaken))
writeFileSync(FILE, `${[...kept].join('\n')}\n`)
process.stdout.write(`${kept.size} passwords\n`)
