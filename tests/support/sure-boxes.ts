import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import type { Player } from './player.ts'
import type { TestOperator } from './world.ts'

type Item = CatalogueFile['items'][number]

const VALUES = {
  mug: { type: 'physical', valueMinor: 900 },
  book: { type: 'digital', valueMinor: 400 },
  spins: { type: 'bonus', valueMinor: 200, metadata: { count: 5, _supplier: 'secret' } },
  dust: { type: 'nuggets', valueMinor: 100 },
  crown: { type: 'physical', valueMinor: 5000, isCollectible: true, collectibleCategory: 'coin' },
  keepsake: { type: 'physical', valueMinor: 1500, cashback: false },
} as const satisfies Record<string, Partial<Item>>

export type SureKey = keyof typeof VALUES

/** One box for each item, and no other prize in it: whoever opens it knows what they win. `label` goes before every name. */
export function sureBoxes(label = 'Sure'): CatalogueFile {
  const keys = Object.keys(VALUES) as SureKey[]
  return {
    items: keys.map((key) => ({ key, name: `${label} ${key}`, ...VALUES[key] }) as Item),
    boxes: keys.map((key) => ({
      ...{ key, slug: key, name: `${label} box of ${key}`, priceMinor: priceOf(key) },
      prizes: [{ item: key, chanceUnits: BOX_TOTAL_UNITS }],
    })),
  }
}

/** A price that returns 93 % of it. */
export function priceOf(key: SureKey): number {
  return Math.ceil((VALUES[key].valueMinor * 100) / 93)
}

/** A catalogue file that gives one item another value, and nothing else. */
export function revalued(key: SureKey, valueMinor: number, label = 'Sure'): CatalogueFile {
  return { items: sureBoxes(label).items.map((item) => (item.key === key ? { ...item, valueMinor } : item)), boxes: [] }
}

/** A body that wins the items of these boxes, one on each reel. */
export function winBody(operator: TestOperator, clientActionId: string, ...keys: SureKey[]) {
  const reels = keys.map((key, reelIndex) => ({ reelIndex, boxVersionId: operator.boxes[key]!.boxVersionId! }))
  return { clientActionId, reels }
}

let clicks = 0

/** Opens one box and returns what came of it. */
export async function win(operator: TestOperator, player: Player, ...keys: SureKey[]) {
  const opened = await player.open(winBody(operator, `win-${clicks++}`, ...keys))
  if (opened.status !== 200) throw new Error(opened.text)
  return opened.body
}

/** A box for 500 that always holds the same thing, worth 450: what a round wins is known beforehand. */
export function sureBox(): CatalogueFile {
  return {
    items: [{ key: 'mug', name: 'Enamel mug', type: 'physical', valueMinor: 450 }],
    boxes: [
      {
        key: 'sure',
        slug: 'sure',
        name: 'Sure thing',
        priceMinor: 500,
        prizes: [{ item: 'mug', chanceUnits: 100_000_000 }],
      },
    ],
  }
}
