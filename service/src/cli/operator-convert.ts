import { decimalOf } from '@coffer/contract/currencies'
import type { Command } from 'commander'
import { convertOperator, type OperatorConversion, percent } from '../catalog/index.ts'
import { say } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

type Options = { currency: string; allowRtpOutside?: boolean; dryRun?: boolean }

export function addOperatorConvert(operator: Command): void {
  operator
    .command('convert')
    .description('give an operator another currency of its own, at the rate of now: settings, items and active boxes')
    .argument('<slug>')
    .requiredOption('--currency <code>', 'the operator\u2019s new currency')
    .option('--dry-run', 'show what each box would cost and return, and change nothing')
    .option('--allow-rtp-outside', 'also boxes whose RTP leaves the bounds by the rounding; the audit log names them')
    .action(async (slug: string, { currency, allowRtpOutside, dryRun }: Options, command: Command) => {
      const converted = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return convertOperator(ctx, operatorId, currency, { actor: ACTOR, allowRtpOutside, dryRun })
      })
      say(command, { slug, dryRun: dryRun ?? false, ...converted }, inWords(slug, converted, dryRun ?? false))
    })
}

function inWords(slug: string, { from, to, boxes, items, changes }: OperatorConversion, dryRun: boolean): string {
  const lines = boxes.map(({ key, priceMinor, rtpBps, isRtpOutside }) => {
    const price = `${from} ${decimalOf(priceMinor.from, from)} → ${to} ${decimalOf(priceMinor.to, to)}`
    const outside = isRtpOutside ? ', outside the bounds' : ''
    return `${key}: ${price}, RTP ${percent(rtpBps.from)} → ${percent(rtpBps.to)}${outside}`
  })
  const settings = changes.map(
    (change) => `${change.path}: ${JSON.stringify(change.from)} → ${JSON.stringify(change.to)}`,
  )
  const counts = `${boxes.length} active boxes and ${items.length} items`
  const end = dryRun
    ? `Nothing was changed: ${counts} of ${slug} would be converted from ${from} to ${to}.`
    : `${slug} is priced in ${to} now, with ${counts}. Write its catalogue file anew before the next import.`
  return [...lines, ...settings, end].join('\n')
}
