import { formatRate } from '@coffer/contract/rates'
import { appendAudit } from '../audit/index.ts'
import { invalidField, present, Refusal } from '../kernel/index.ts'
import {
  type Conversion,
  type ConvertedOperator,
  convertOperatorSettings,
  lockOperator,
  type Operator,
  refuseBadCurrency,
  type SettingsChange,
  saveConversion,
} from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { currentRate } from '../rates/index.ts'
import { lockCatalogue } from './box-store.ts'
import type { Change } from './change.ts'
import {
  type ItemAmounts,
  listActiveBoxes,
  listPricesInFile,
  lockAllItems,
  type PriceInFile,
  updateAmounts,
  updatePricesInFile,
} from './conversion-store.ts'
import {
  boxReport,
  type ConvertedBox,
  conversionFaults,
  convertedBox,
  convertedItem,
  convertedPrice,
} from './converted-offer.ts'
import { refuseFaults } from './faults.ts'
import { alertStaff, auditProfitChanges, type ProfitChange } from './profit-change.ts'
import { overridesEntry } from './publish-gate.ts'
import { publishVersions } from './publish-versions.ts'
import { reviewAndAnnounce } from './review-boxes.ts'
import { newestVersions, prizesOfVersions } from './version-store.ts'

export type ConvertOptions = {
  actor: string
  /** Also boxes whose RTP leaves the operator's bounds by the rounding; the audit log names them. */
  allowRtpOutside?: boolean | undefined
  /** Changes nothing, and refuses no RTP. */
  dryRun?: boolean | undefined
}

export type OperatorConversion = {
  from: string
  to: string
  /** From `from` to `to`, as numerator/denominator. */
  rate: string
  changes: SettingsChange[]
  boxes: ReturnType<typeof boxReport>[]
  /** What a catalogue file is to say of each of its boxes from now on: staff may have published another price since. */
  prices: { key: string; priceMinor: number }[]
  /** What a catalogue file is to say of each item from now on. */
  items: { key: string; valueMinor: number; shippingCostMinor: number | null }[]
}

/**
 * Gives an operator another currency of its own, at the rate of now, in one transaction: settings, items, and a new version of each
 * active box. What was won, bought or charged before keeps its currency. Throws UNSUPPORTED_CURRENCY without a rate, and a 422 that
 * names the first amount that the other currency cannot hold, or every box that may not go on sale in it.
 */
export async function convertOperator(
  ctx: Context,
  operatorId: number,
  currency: string,
  options: ConvertOptions,
): Promise<OperatorConversion> {
  refuseBadCurrency(currency)
  const { report, profitChanges } = await ctx.tx(operatorId, async (tx) => {
    // In this order, as a change of settings takes them.
    const locked = await lockOperator(tx, operatorId)
    await lockCatalogue(tx, operatorId)
    const conversion = await conversionTo(ctx, tx, locked.operator, currency)
    const converted = convertOperatorSettings(ctx, locked, conversion)
    const catalogue = await convertedCatalogue(tx, operatorId, conversion)
    if (options.dryRun) return { report: reportOf(converted, conversion, catalogue, new Map()), profitChanges: [] }
    const bounds = options.allowRtpOutside ? null : converted.operator.settings
    refuseFaults(catalogue.boxes.flatMap((box) => conversionFaults(box, bounds)))
    const change = { ctx, tx, operator: converted.operator, baseUrl: ctx.config.baseUrl, now: ctx.clock.now() }
    return carryOut(change, converted, conversion, catalogue, options)
  })
  alertStaff(ctx, operatorId, profitChanges)
  return report
}

async function conversionTo(ctx: Context, tx: Tx, operator: Operator, to: string): Promise<Conversion> {
  const from = operator.currency
  if (from === to) throw invalidField('currency', `${to} is the operator\u2019s own currency already`)
  const rate = await currentRate(ctx, tx, from, to)
  if (rate) return { from, to, rate }
  const message = `there is no rate from ${from} to ${to} that can be used now; \`coffer rates set\` puts one in force`
  throw new Refusal('UNSUPPORTED_CURRENCY', { fields: { currency: [message] } })
}

type Catalogue = { boxes: ConvertedBox[]; items: ItemAmounts[]; prices: PriceInFile[] }

async function convertedCatalogue(tx: Tx, operatorId: number, conversion: Conversion): Promise<Catalogue> {
  const items = await lockAllItems(tx, operatorId)
  const boxes = await listActiveBoxes(tx, operatorId)
  const boxIds = boxes.map(({ boxId }) => boxId)
  const newest = await newestVersions(tx, operatorId, boxIds)
  const versionIds = [...newest.values()].map(({ boxVersionId }) => boxVersionId)
  const prizes = await prizesOfVersions(tx, operatorId, versionIds)
  const prices = await listPricesInFile(tx, operatorId)
  return {
    items: items.map((item) => convertedItem(item, conversion)),
    prices: prices.map((price) => convertedPrice(price, conversion)),
    boxes: boxes.map((box) => {
      const previous = present(newest.get(box.boxId), 'an active box has a version')
      const published = present(prizes.get(previous.boxVersionId), 'a version has prizes')
      return convertedBox(box, { previous, prizes: published }, conversion)
    }),
  }
}

async function carryOut(
  change: Change,
  converted: ConvertedOperator,
  conversion: Conversion,
  catalogue: Catalogue,
  { actor, allowRtpOutside }: ConvertOptions,
): Promise<{ report: OperatorConversion; profitChanges: ProfitChange[] }> {
  const { ctx, tx, operator, baseUrl, now: at } = change
  const { operatorId } = operator
  await updateAmounts(tx, operatorId, conversion.to, catalogue.items)
  await updatePricesInFile(tx, operatorId, catalogue.prices)
  const publications = catalogue.boxes.map(({ publication }) => publication)
  const published = await publishVersions(tx, operator, publications, baseUrl, at)
  const report = reportOf(converted, conversion, catalogue, published)
  const profitChanges = await reviewAndAnnounce(change, null)
  const details = { boxes: report.boxes, itemsCount: report.items.length }
  await saveConversion(ctx, tx, converted, conversion, { actor, at, details })
  const overrides = report.boxes
    .filter(({ isRtpOutside }) => isRtpOutside)
    .map(({ key, boxId, rtpBps }) => {
      const boxVersionId = present(published.get(boxId), 'a converted box was published')
      return { key, boxId, boxVersionId, rtpBps: rtpBps.to }
    })
  const by = allowRtpOutside ? actor : null
  for (const entry of overridesEntry(by, operator.settings, overrides, at))
    await appendAudit(ctx, tx, operatorId, entry)
  await auditProfitChanges(change, profitChanges)
  return { report, profitChanges }
}

function reportOf(
  { operator, changes }: ConvertedOperator,
  { from, to, rate }: Conversion,
  { boxes, items, prices }: Catalogue,
  published: ReadonlyMap<number, number>,
): OperatorConversion {
  return {
    ...{ from, to, rate: formatRate(rate), changes },
    boxes: boxes.map((box) => boxReport(box, published.get(box.publication.boxId) ?? null, operator.settings)),
    prices: prices.map(({ key, priceMinor }) => ({ key, priceMinor })),
    items: items.map(({ key, valueInFile, shippingCostInFile }) => ({
      key,
      valueMinor: valueInFile,
      shippingCostMinor: shippingCostInFile,
    })),
  }
}
