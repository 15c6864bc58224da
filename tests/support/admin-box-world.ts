import type { TestContext } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { importCatalogue } from '@coffer/service/administration'
import { startDesk } from './staff.ts'
import { sureBoxes } from './sure-boxes.ts'
import { startWorld } from './world.ts'

export const ATTRIBUTES = [
  { name: 'featured', type: 'boolean', default: false },
  { name: 'rank', type: 'number', default: 100 },
  { name: 'season', type: 'text', default: 'all year' },
] as const

const prize = (item: string, percent = 100) => ({ item, chanceUnits: percent * 1_000_000 })

/** Boxes of every status, once the coin is worth more than 6,111 and the old box is archived. The attic was never published. */
export function boxCatalogue() {
  return {
    attributes: ATTRIBUTES,
    items: [
      { key: 'mug', name: 'Enamel mug', type: 'physical', valueMinor: 950, stock: 0 },
      { key: 'spins', name: 'Twenty spins', type: 'bonus', valueMinor: 400 },
      { key: 'coin', name: 'Silver coin', type: 'physical', valueMinor: 5200, isCollectible: true },
    ],
    boxes: [
      {
        ...{ key: 'kitchen', slug: 'kitchen', name: 'Kitchen box', description: 'A mug more often than not.' },
        ...{ priceMinor: 1000, customAttributes: { featured: true, rank: 3 } },
        prizes: [prize('spins', 40), prize('mug', 55), prize('coin', 5)],
      },
      { key: 'garden', slug: 'garden-box', name: 'Garden', priceMinor: 420, prizes: [prize('spins')] },
      { key: 'vault', slug: 'vault', name: 'Vault', priceMinor: 5500, refundable: false, prizes: [prize('coin')] },
      { key: 'attic', slug: 'attic', name: 'Attic', priceMinor: 1000, archived: true, prizes: [prize('mug')] },
      { key: 'old', slug: 'old', name: 'Old box', priceMinor: 1000, prizes: [prize('mug')] },
    ],
  }
}

type Catalogue = ReturnType<typeof boxCatalogue>

/** The file with something else of one box. */
export const withBox = (key: string, differs: object) => (file: Catalogue) => ({
  ...file,
  boxes: file.boxes.map((box) => (box.key === key ? { ...box, ...differs } : box)),
})

/** Three operators, the last without boxes, and staff of the first, whose boxes have every status but `unpublished`. */
export async function startBoxWorld(t: TestContext) {
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: boxCatalogue() as unknown as CatalogueFile, settings: { 'catalog.pauseUnprofitable': true } },
      beryl: { catalogue: sureBoxes('Other') },
      cobalt: { catalogue: { items: [], boxes: [] } },
    },
    service: { limits: { exportPageCount: 2 } },
  })
  const aurum = world.operators.aurum!
  const catalog = await startDesk(world, 'cat@aurum.example', ['catalog'], aurum)
  /** Imports the catalogue file again, which archives the old box, or another file that is made from it. */
  const again = (differs: (file: Catalogue) => object = (file) => file) => {
    const file = differs(withBox('old', { archived: true })(boxCatalogue()))
    return importCatalogue(world.service.ctx, aurum.operatorId, file as CatalogueFile, '/nowhere')
  }
  await aurum.coffer.recordValue({ itemId: aurum.items.coin!, valueMinor: 6200 })
  await again()
  return { world, aurum, beryl: world.operators.beryl!, catalog, again }
}

export type BoxWorld = Awaited<ReturnType<typeof startBoxWorld>>
