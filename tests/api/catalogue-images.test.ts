import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sampleBox, writeDemoFiles } from '@coffer/fixtures'
import { browseBoxes, importCatalogue, showBox } from '../../service/src/catalog/index.ts'
import { findMedia } from '../../service/src/media/index.ts'
import { type CatalogueWorld, faultsOf, openCatalogueWorld } from '../support/catalogue-world.ts'

let world: CatalogueWorld
let folder: string

before(async () => {
  world = await openCatalogueWorld()
  folder = await mkdtemp(join(tmpdir(), 'coffer-catalogue-'))
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test('the demo catalogues can be imported with their drawings, which are then served by content', async () => {
  const written = await writeDemoFiles(folder)
  for (const { slug, currency, settings, catalogue } of written) {
    const operator = await world.operator(slug, currency, settings)
    const { boxes } = await importCatalogue(world.ctx, operator.operatorId, catalogue, join(folder, slug))
    assert.equal(Object.keys(boxes).length, catalogue.boxes.length)
    const [box] = (await browseBoxes(world.ctx, operator, {}, operator)).boxes
    const [, base, operatorId, name] = /^(http:\/\/coffer\.test)\/media\/(\d+)\/([0-9a-f]{32}\.svg)$/.exec(
      box!.imageUrl!,
    )!
    assert.deepEqual([base, operatorId], ['http://coffer.test', String(operator.operatorId)])
    const media = await world.ctx.tx(operator.operatorId, (tx) => findMedia(tx, operator.operatorId, name!))
    assert.equal(media?.contentType, 'image/svg+xml')
    assert.match(media.bytes.toString(), /^<svg /)
  }
})

test('an image outside the folder, of another kind, too large, or one that could act is refused by path', async () => {
  const operator = await world.operator('images', 'EUR')
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`
  const files: Record<string, string> = {
    'script.svg': svg('<script>1</script>'),
    'prefixed.svg': svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'),
    'handler.svg': svg('<rect OnLoad="1"/>'),
    'foreign.svg': svg('<foreignObject/>'),
    'link.svg': svg('<image href="https://example.com/a.png"/>'),
    'coded.svg': svg('<a href="&#106;avascript:1"/>'),
    'style.svg': svg('<style>@import "https://example.com/a.css"</style>'),
    'cut.svg': svg('<style>@im<!-- -->port "https://example.com/a.css"</style>'),
    'fetch.svg': svg('<rect fill="url(https://example.com/a)"/>'),
    'animated.svg': svg('<a><animate attributeName="href" to="x"/></a>'),
    'entity.svg': `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`,
    'broken.svg': svg('<g>'),
    'false.png': svg(''),
    'note.txt': 'text',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'good.svg'), svg('<!-- fine --><defs><g id="a"/></defs><use href="#a" fill="url(#a)"/>'))
  await writeFile(join(folder, 'large.png'), Buffer.alloc(world.ctx.limits.mediaBytes + 1))
  await symlink('/etc/hostname', join(folder, 'linked.svg'))
  const inner = await mkdtemp(join(folder, 'inner-'))
  const refusal = async (imageUrl: string, baseDir = folder) => {
    const file = sampleBox()
    file.items[2]!.imageUrl = imageUrl
    return faultsOf(importCatalogue(world.ctx, operator.operatorId, file, baseDir))
  }
  const elsewhere = [
    'linked.svg',
    '/etc/hostname',
    'missing.svg',
    'data:image/png;base64,AA==',
    'large.png',
    '/media/1/x.svg',
  ]
  for (const name of [...Object.keys(files), ...elsewhere]) {
    assert.deepEqual(Object.keys(await refusal(name)), ['items.2.imageUrl'], name)
  }
  assert.deepEqual(Object.keys(await refusal('../good.svg', inner)), ['items.2.imageUrl'])
  const file = sampleBox()
  file.items[2]!.imageUrl = 'good.svg'
  file.boxes[0]!.imageUrl = 'https://cdn.example/box.png'
  const { boxes } = await importCatalogue(world.ctx, operator.operatorId, file, folder)
  const detail = await showBox(world.ctx, operator, boxes.sample!.boxId, operator)
  assert.equal(detail.imageUrl, 'https://cdn.example/box.png')
  assert.match(detail.prizes[2]!.imageUrl!, /^http:\/\/coffer\.test\/media\/\d+\/[0-9a-f]{32}\.svg$/)
})
