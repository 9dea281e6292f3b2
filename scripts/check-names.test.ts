import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { doubledTypes, glossaryRows } from './check-names.ts'

describe('the check of names', () => {
  it('finds a type, an interface or a class that two files export, and no local one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bis-names-'))
    try {
      const [one, other] = [join(folder, 'one.ts'), join(folder, 'other.ts')]
      writeFileSync(one, 'export type Line = 1\nexport class Song {}\ntype Own = 1\n')
      writeFileSync(
        other,
        'export interface Line {}\nexport type SongRow = 1\nexport type Own = 2\n',
      )
      assert.deepEqual([...doubledTypes([one, other])], [['Line', [one, other]]])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reads every word of a row of the glossary', () => {
    const text = 'The words.\n\n- **hold**, **charge**: Money **kept**.\n'
    assert.deepEqual(glossaryRows(text), [['hold', 'charge']])
  })
})
