import { z } from 'zod'
import { ATTRIBUTE_TYPES, BOX_SLUG, CATALOGUE_KEY } from './box-names.ts'
import { ITEM_TYPES } from './item-names.ts'
import {
  AMOUNT_MAX,
  ATTRIBUTE_CHARACTERS,
  BOX_NAME_CHARACTERS,
  DESCRIPTION_CHARACTERS,
  PRIZES_PER_BOX,
  STOCK_MAX,
} from './limits.ts'
import { currencyCode } from './shapes.ts'
import { wireText } from './text.ts'

/** The file that `coffer catalog import` reads (decisions §13). Amounts are minor units of the operator's currency. */

export const catalogueKey = z.string().regex(CATALOGUE_KEY, { error: 'must be 1-80 of A-Z, a-z, 0-9, _ . -' })
export const boxSlug = z.string().regex(BOX_SLUG, { error: 'must be lower-case words with hyphens' })
const amount = z.int().min(0).max(AMOUNT_MAX)

export const ATTRIBUTE_NAME = /^[a-z][a-z0-9_]{0,39}$/
export const attributeValue = z.union([z.boolean(), z.number(), wireText(0, ATTRIBUTE_CHARACTERS)])
export const customAttributes = z.record(z.string().regex(ATTRIBUTE_NAME), attributeValue)
export const boxName = wireText(1, BOX_NAME_CHARACTERS)
export const boxDescription = wireText(0, DESCRIPTION_CHARACTERS)

const attribute = z
  .strictObject({
    name: z.string().regex(ATTRIBUTE_NAME),
    type: z.enum(ATTRIBUTE_TYPES),
    default: attributeValue,
  })
  .refine(({ type, default: value }) => typeof value === (type === 'text' ? 'string' : type), {
    error: 'the default must be of the declared type',
    path: ['default'],
  })

const item = z.strictObject({
  key: catalogueKey,
  name: wireText(1, 200),
  type: z.enum(ITEM_TYPES),
  valueMinor: amount,
  imageUrl: wireText(1, 2048).optional(),
  shippingCostMinor: amount.optional(),
  isCollectible: z.boolean().optional(),
  collectibleCategory: wireText(1, 60).optional(),
  metadata: z.record(wireText(1, 80), z.json()).optional(),
  stock: z.int().min(0).max(STOCK_MAX).optional(),
  upgraderPrize: z.boolean().optional(),
  cashback: z.boolean().optional(),
  archived: z.boolean().optional(),
})

const box = z.strictObject({
  key: catalogueKey,
  slug: boxSlug,
  name: boxName,
  description: boxDescription.optional(),
  imageUrl: wireText(1, 2048).optional(),
  priceMinor: amount.min(1),
  refundable: z.boolean().optional(),
  customAttributes: customAttributes.optional(),
  archived: z.boolean().optional(),
  prizes: z
    .array(z.strictObject({ item: catalogueKey, chanceUnits: z.int().min(1).max(100_000_000) }))
    .max(PRIZES_PER_BOX),
})

export const catalogueFile = z.strictObject({
  /** What the amounts are in. A file that names another currency than the operator's is refused. */
  currency: currencyCode.optional(),
  attributes: z.array(attribute).max(100).optional(),
  items: z.array(item).max(100_000),
  boxes: z.array(box).max(10_000),
})

export type CatalogueFile = z.infer<typeof catalogueFile>
export type CatalogueItem = CatalogueFile['items'][number]
export type CatalogueBox = CatalogueFile['boxes'][number]
export type CatalogueAttribute = NonNullable<CatalogueFile['attributes']>[number]
