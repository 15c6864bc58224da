import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { bareEnvironment } from '../support/bare-environment.ts'
import { runCoffer } from '../support/command-line.ts'
import { COFFER_PROGRAM } from '../support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'coffer-files-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'given.json')
const env = { ...bareEnvironment(), COFFER_ENV: 'test', COFFER_DATA_DIR: folder }

/** Each command that reads JSON, with what it says of a value that is JSON and not what it asks for. No database is needed until then. */
const READERS: [args: string[], ofAnother: RegExp][] = [
  [['operator', 'settings', 'aurum', path], /is not a JSON object/],
  [['catalog', 'import', path, '--operator', 'aurum'], /^ {2}(file|items|boxes): /m],
  [['doctor', '--ledger', path], /is not an array of/],
  [['audit', 'verify', '--head', path], /is not what coffer audit head/],
  [['verify', '--vectors', path], /vectors|array/],
]

async function mistake(args: readonly string[], content: string | Buffer): Promise<string> {
  writeFileSync(path, content)
  const { code, err } = await runCoffer(env, args)
  assert.equal(code, 1, err)
  return err.trim()
}

const wide = (text: string) => Buffer.from(text, 'utf16le')

suite('JSON files of the command line', () => {
  test('byte order mark: no part of the JSON', async () => {
    for (const [args, ofAnother] of READERS) {
      const said = await mistake(args, '\uFEFF[1]')
      assert.match(said, ofAnother)
      assert.doesNotMatch(said, /is not JSON/)
    }
    writeFileSync(path, '\uFEFF{"vectors": []}\r\n')
    assert.equal((await runCoffer(env, ['verify', '--vectors', path])).code, 0)
    const input = '\uFEFF{"vectors": []}'
    const out = execFileSync(process.execPath, [COFFER_PROGRAM, 'verify', '--vectors', '-'], { env, input })
    assert.match(out.toString(), /0 of 0 vectors hold/)
  })

  test('another encoding than UTF-8: named', async () => {
    const big = wide('\uFEFF{}').swap16()
    const files: [Buffer, string][] = [
      [wide('\uFEFF{"a": "\u20ac"}'), 'is UTF-16, not UTF-8'],
      [wide('{"a": 1}'), 'is UTF-16, not UTF-8'],
      [big, 'is UTF-16, not UTF-8'],
      [big.subarray(2), 'is UTF-16, not UTF-8'],
      [Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'is UTF-32, not UTF-8'],
      [Buffer.from('{"name": "caf\u00e9"}', 'latin1'), 'is not UTF-8'],
    ]
    for (const [args] of READERS) {
      for (const [content, fault] of files) {
        assert.equal(await mistake(args, content), `${path} ${fault}; save it as UTF-8.`)
      }
    }
  })

  test('broken JSON: its place is named, and nothing of what stands there', async () => {
    const files: [string, string][] = [
      ['', 'line 1, column 1, value expected'],
      ['{"a": 1,\r\n "b": }', 'line 2, column 7, value expected'],
      ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3, comma expected'],
      ['{\n  "a": 1,\n}', 'line 3, column 1, property name expected'],
      ["{'secret': 1}", 'line 1, column 2, invalid symbol'],
      ['{"a": "secret', 'line 1, column 7, unexpected end of string'],
      ['{} // secret', 'line 1, column 4, invalid comment token'],
    ]
    for (const [args] of READERS) {
      for (const [content, place] of files) {
        assert.equal(await mistake(args, content), `${path} is not JSON: ${place}.`)
      }
    }
  })
})
