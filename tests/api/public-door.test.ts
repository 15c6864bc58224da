import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { publicRoutes } from '@coffer/contract/public'
import { snapshotHash } from '@coffer/fairness'
import { knock } from '../support/door.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('the odds of a version are read by anyone, hashed as they are written, and may be kept for ever', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { boxId, boxVersionId } = world.operator.boxes.mug!
  const read = () =>
    knock(world, publicRoutes.boxVersionSnapshot, null, { params: { boxVersionId: String(boxVersionId) } })
  const { status, headers, body, text } = await read()
  const { snapshotHash: hash, ...rest } = body as never as { snapshotHash: string; ranges: object[] }
  assert.deepEqual([status, hash], [200, snapshotHash(rest)])
  assert.equal(hash, (await world.operator.coffer.getBox({ boxId })).box.snapshotHash)
  const prize = { itemId: world.operator.items.mug, name: 'Sure mug', type: 'physical', valueMinor: 900 }
  assert.deepEqual(rest.ranges, [{ ...prize, start: 0, end: 100_000_000 }])
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  await world.catalogue(world.operator, {
    items: [],
    boxes: sureBoxes().boxes.map((box) => (box.key === 'mug' ? { ...box, priceMinor: 970 } : box)),
  })
  assert.equal((await read()).text, text, 'a newer version changes nothing of it')
})

test('a picture of the catalogue is served as it was imported, by the name of its content', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const folder = mkdtempSync(join(tmpdir(), 'coffer-picture-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'
  writeFileSync(join(folder, 'mug.svg'), drawing)
  const [mug] = sureBoxes().items
  await world.catalogue(world.operator, {
    items: [{ ...mug!, imageUrl: `${basename(folder)}/mug.svg` }],
    boxes: [],
  })
  const { prizes } = (await world.operator.coffer.getBox({ boxId: world.operator.boxes.mug!.boxId })).box
  const picture = await fetch(prizes[0]!.imageUrl!)
  assert.deepEqual([picture.status, await picture.text()], [200, drawing])
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
  assert.match(picture.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.match(picture.headers.get('cache-control') ?? '', /immutable/)
  assert.equal((await fetch(prizes[0]!.imageUrl!.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).status, 404)
})

test('the files of the game', async (t) => {
  const { baseUrl } = await startWorld(t)
  const get = (path: string, headers = {}) => fetch(baseUrl + path, { headers })
  const tellOf = ({ status, headers }: Response) => [status, headers.get('cache-control'), headers.get('content-type')]

  await t.test('a part is kept for ever by its name, and one that is not there is not', async () => {
    const page = await (await get('/play')).text()
    const parts = [...page.matchAll(/"(\/play\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    assert.ok(parts.length >= 2, page)
    for (const path of parts) {
      const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
      assert.deepEqual(tellOf(await get(path)), [200, 'public, max-age=31536000, immutable', type], path)
    }
    const gone = await get('/play/assets/upgrader-gone.js')
    assert.deepEqual([gone.status, gone.headers.get('cache-control')], [404, null])
  })

  await t.test('a browser asks whether the page has changed, and gets it again only then', async () => {
    const first = await get('/play')
    const tag = first.headers.get('etag')
    assert.deepEqual(tellOf(first), [200, 'no-cache', 'text/html; charset=utf-8'])
    for (const known of [`${tag}`, `W/${tag}`]) {
      const again = await get('/play', { 'if-none-match': known })
      assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [304, tag, ''], known)
    }
    assert.equal((await get('/play', { 'if-none-match': '"another"' })).status, 200)
  })

  await t.test('only files of its folder are served, and a drawing does not act as a page', async () => {
    const drawing = await get('/play/icon.svg')
    assert.deepEqual(tellOf(drawing), [200, 'public, max-age=3600', 'image/svg+xml'])
    assert.match(drawing.headers.get('content-security-policy') ?? '', /^default-src 'none'.*sandbox/)
    const around = [
      '..%2fpackage.json',
      'assets%2f..%2f..%2fpackage.json',
      '%252e%252e%252fpackage.json',
      '%2fetc%2fpasswd',
    ]
    const odd = ['assets', 'assets/', 'assets//', '.git', 'assets/.git', 'icon.svg%00', 'icon.svg/x', 'x'.repeat(300)]
    for (const name of [...around, ...odd, 'index.html']) {
      const { status, headers } = await get(`/play/${name}`)
      assert.deepEqual([status, headers.get('cache-control')], [404, null], name)
    }
  })

  await t.test('the preview is sandboxed, cannot call the service, and may load the files', async () => {
    const page = await get('/play/preview')
    const policy = page.headers.get('content-security-policy')!.split('; ')
    assert.deepEqual(tellOf(page), [200, 'no-cache', 'text/html; charset=utf-8'])
    for (const rule of ["default-src 'none'", "connect-src 'none'", 'sandbox allow-scripts allow-forms']) {
      assert.ok(policy.includes(rule), `${rule} in ${policy}`)
    }
    const [, path] = /"(\/play\/assets\/[^"]+\.js)"/.exec(await page.text())!
    assert.equal((await get(path!)).headers.get('access-control-allow-origin'), '*')
    const admin = await get('/admin')
    const adminPolicy = admin.headers.get('content-security-policy')!.split('; ')
    assert.ok(adminPolicy.includes("frame-src 'self'"), adminPolicy.join())
    const [, adminPath] = /"(\/admin\/assets\/[^"]+\.js)"/.exec(await admin.text())!
    assert.equal((await get(adminPath!)).headers.get('access-control-allow-origin'), null)
    assert.ok(!(await get('/play')).headers.get('content-security-policy')!.includes('sandbox'))
  })
})
