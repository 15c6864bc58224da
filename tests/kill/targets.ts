import type { CatalogueFile } from '@coffer/contract/catalogue-file'

const LEAST_MINOR = 300
const MOST_MINOR = 100_000
/** A band is wider: it reaches from what a stake can win down to a tenth below. */
const STEP_PERCENT = 106

/** A catalogue with prizes of the Upgrader beside its own, so many that hardly a stake has none to aim at. */
export function withTargets(file: CatalogueFile): CatalogueFile {
  const targets: CatalogueFile['items'] = []
  for (let value = LEAST_MINOR; value < MOST_MINOR; value = Math.ceil((value * STEP_PERCENT) / 100)) {
    const key = `target-${value}`
    targets.push({ key, name: key, type: 'physical', valueMinor: value, upgraderPrize: true })
  }
  return { ...file, items: [...file.items, ...targets] }
}
