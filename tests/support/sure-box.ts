import type { CatalogueFile } from '@coffer/contract/catalogue-file'

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
