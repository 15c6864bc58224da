import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { buildVerifierPage, verifierPagePolicy } from '../../packages/fairness/page/build.ts'
import { BUILD_TARGET } from '../../scripts/build/browsers.ts'

const SIZE_LIMIT_BYTES = 60_000
let page = ''

before(async () => {
  page = await buildVerifierPage(BUILD_TARGET)
})

test('the verifier page is one file that refers to no other', () => {
  assert.doesNotMatch(page, /https?:\/\//i)
  assert.doesNotMatch(page, /@import|\bimport\s*[({"'`]|url\(|%[A-Z]+%/)
  const references = [...page.matchAll(/<[^>]+\s(?:src|href|srcset|action|data)="([^"]*)"/g)].map(
    ([, target]) => target,
  )
  assert.deepEqual(references, ['data:,'])
})

test('the verifier page stays below 60 kB', () => {
  assert.ok(Buffer.byteLength(page) < SIZE_LIMIT_BYTES, `${Buffer.byteLength(page)} bytes`)
})

test('the policy of the verifier page admits its own script and styles and contact with its own origin only', () => {
  const policy = verifierPagePolicy(page)
  const hashOf = (element: RegExp): string => createHash('sha256').update(element.exec(page)![1]!).digest('base64')
  const script = hashOf(/<script type="module">([\s\S]*?)<\/script>/)
  const style = hashOf(/<style>([\s\S]*?)<\/style>/)
  assert.deepEqual(policy.split('; '), [
    "default-src 'none'",
    `script-src 'sha256-${script}'`,
    `style-src 'sha256-${style}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
  assert.throws(() => verifierPagePolicy('<p>another page</p>'), /not a built verifier page/)
})

test('building the verifier page leaves the environment of the process as it was', async () => {
  const kept = process.env.NODE_ENV
  delete process.env.NODE_ENV
  await buildVerifierPage(BUILD_TARGET)
  assert.equal(process.env.NODE_ENV, undefined)
  if (kept !== undefined) process.env.NODE_ENV = kept
})

test('two builds give the same page', async () => {
  assert.equal(await buildVerifierPage(BUILD_TARGET), page)
})
