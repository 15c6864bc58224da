import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@coffer/service'
import { changeSettings, createOperator } from '@coffer/service/administration'
import { readConfig } from '@coffer/service/platform'
import { PRODUCTION } from '../support/config-mistakes.ts'
import { createTestDatabase, loginSettings } from '../support/database.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { rawRequest } from '../support/raw-request.ts'

test('in production the game tells a page only who may frame it beside that page, and no page that nobody allows', async (t) => {
  const { url: DATABASE_URL } = await createTestDatabase()
  const config = readConfig({ ...PRODUCTION, PORT: '0', DATABASE_URL, ...loginSettings(DATABASE_URL) })
  const quiet = { log: readableLog().log, limits: { ...PATIENT_LIMITS, drainMs: 0 } }
  const { ctx, url, close } = await startService(config, { jobs: false, ...quiet })
  t.after(close)
  for (const [slug, allowedOrigins] of [
    ['aurum', ['https://aurum.example', 'https://www.aurum.example']],
    ['borealis', ['https://borealis.example']],
    ['closed', []],
  ] as const) {
    const made = await createOperator(ctx, { slug, name: slug, currency: 'EUR', actor: 'test' })
    await changeSettings(ctx, made.operatorId, { allowedOrigins: [...allowedOrigins] }, { actor: 'test' })
  }
  const ancestors = async (referer?: string, sent: Record<string, string> = {}, path = '/play') => {
    const { headers } = await rawRequest(url, path, {
      headers: { ...sent, ...(referer !== undefined && { referer }) },
    })
    assert.match(String(headers.vary), /\breferer, sec-fetch-dest, sec-fetch-site\b/i, 'no cache mixes the pages up')
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  assert.equal(
    await ancestors('https://aurum.example/lobby?player=1'),
    'https://aurum.example https://www.aurum.example',
  )
  assert.equal(await ancestors('https://borealis.example/'), 'https://borealis.example')
  assert.equal(await ancestors('https://evil.example/'), "'none'")
  assert.equal(await ancestors('https://aurum.example.evil.example/'), "'none'")
  const all = 'https://aurum.example https://www.aurum.example https://borealis.example'
  for (const untold of [undefined, '', 'about:blank', 'nonsense']) {
    assert.equal(await ancestors(untold), all)
    assert.equal(await ancestors(untold, { 'sec-fetch-dest': 'document' }), all)
    for (const dest of ['iframe', 'frame', 'embed', 'object']) {
      const framed = { 'sec-fetch-dest': dest, 'sec-fetch-site': 'cross-site' }
      assert.equal(await ancestors(untold, framed), "'none'", 'a page that hides whose it is frames nothing')
      assert.equal(await ancestors(untold, { ...framed, 'sec-fetch-site': 'same-origin' }), all, 'the game itself')
    }
  }
  assert.equal(await ancestors('https://borealis.example/', { 'sec-fetch-dest': 'iframe' }), 'https://borealis.example')
  const ofPreview = (referer?: string, sent?: Record<string, string>) => ancestors(referer, sent, '/play/preview')
  const hidden = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }
  assert.equal(await ofPreview('https://borealis.example/'), "'self' https://borealis.example")
  assert.equal(
    await ofPreview(`${ctx.config.baseUrl}/admin`),
    `'self' ${all}`,
    'the admin, which pages of operators may frame',
  )
  const own = { ...hidden, 'sec-fetch-site': 'same-origin' }
  assert.equal(await ofPreview(undefined, own), `'self' ${all}`, 'the admin, which sends no referer')
  assert.equal(await ofPreview('https://evil.example/'), "'self'")
  assert.equal(await ofPreview(undefined, hidden), "'self'")
})
