import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { referenceFiles } from '@coffer/service'

const FOLDER = join(import.meta.dirname, '../../docs/reference')
const COMMAND = 'WRITE_REFERENCE=1 npm run t -- tests/house/reference.test.ts'

test('the generated documents say what the contract says now', () => {
  for (const [name, text] of Object.entries(referenceFiles())) {
    const path = join(FOLDER, name)
    if (process.env.WRITE_REFERENCE) {
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(path, text)
    }
    assert.ok(readFileSync(path, 'utf8') === text, `docs/reference/${name} is not fresh; write it anew: ${COMMAND}`)
  }
})
