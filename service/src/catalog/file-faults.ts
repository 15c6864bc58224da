import type { CatalogueBox, CatalogueFile } from '@coffer/contract/catalogue-file'
import { isStorable } from '@coffer/contract/text'
import { type Attribute, attributeFaults } from './attributes.ts'
import type { Fault } from './faults.ts'

/** What is wrong with a file taken by itself: names that stand twice, metadata that no database stores. */
export function fileFaults({ attributes = [], items, boxes }: CatalogueFile): Fault[] {
  return [
    ...repeats('attributes', 'name', attributes),
    ...repeats('items', 'key', items),
    ...repeats('boxes', 'key', boxes),
    ...repeats('boxes', 'slug', boxes),
    ...items.flatMap(({ metadata }, index) =>
      isStorableJson(metadata)
        ? []
        : [{ path: `items.${index}.metadata`, message: 'must not contain U+0000 or a lone surrogate' }],
    ),
  ]
}

function repeats<Name extends string>(list: string, field: Name, rows: readonly Record<Name, string>[]): Fault[] {
  const seen = new Set<string>()
  return rows.flatMap(({ [field]: value }, index) => {
    const isRepeat = seen.has(value)
    seen.add(value)
    return isRepeat ? [{ path: `${list}.${index}.${field}`, message: `${value} stands in this file already` }] : []
  })
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorableJson(part))
}

/** What the operator's catalogue has, as far as a file refers to it. */
export type Surroundings = {
  currency: string
  itemKeys: ReadonlySet<string>
  attributes: readonly Attribute[]
  /** Which box, by key, has a slug now. */
  slugs: readonly { key: string; slug: string }[]
}

/** What is wrong with a file inside the catalogue that it is imported into: another currency, unknown items and attributes, slugs taken. */
export function surroundingFaults(file: CatalogueFile, around: Surroundings): Fault[] {
  const keysOfFile = new Set(file.boxes.map(({ key }) => key))
  const takenBy = new Map(around.slugs.filter(({ key }) => !keysOfFile.has(key)).map(({ slug, key }) => [slug, key]))
  const boxFaults = file.boxes.flatMap((box, index) => {
    const owner = takenBy.get(box.slug)
    const slug = owner === undefined ? [] : [{ path: `boxes.${index}.slug`, message: `belongs to the box ${owner}` }]
    const path = `boxes.${index}.customAttributes`
    const attributes = attributeFaults(box.customAttributes ?? {}, around.attributes, path)
    return [...slug, ...prizeFaults(box, index, around.itemKeys), ...attributes]
  })
  return [...currencyFaults(file, around), ...boxFaults]
}

function currencyFaults({ currency }: CatalogueFile, { currency: own }: Surroundings): Fault[] {
  if (currency === undefined || currency === own) return []
  return [{ path: 'currency', message: `is ${currency}, and the operator is priced in ${own}` }]
}

function prizeFaults(box: CatalogueBox, index: number, itemKeys: ReadonlySet<string>): Fault[] {
  return box.prizes.flatMap(({ item }, at) =>
    itemKeys.has(item) ? [] : [{ path: `boxes.${index}.prizes.${at}.item`, message: `there is no item ${item}` }],
  )
}
