import type { Command } from 'commander'
import { rotateOutboundSecret } from '../operators/index.ts'
import { type OverlapOption, overlapMs } from './overlap.ts'
import { say } from './say.ts'
import { ACTOR, operatorOf, SEALS, withContext } from './with-context.ts'

export function addOperatorRotateSecret(operator: Command): void {
  operator
    .command('rotate-secret')
    .description(
      'replace the secret that signs calls to an operator\u2019s wallet; the new one is shown once and signs after the overlap',
    )
    .argument('<slug>')
    .option('--overlap-hours <hours>', 'how long the old one still signs', '24')
    .action(async (slug: string, options: OverlapOption, command: Command) => {
      const made = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return rotateOutboundSecret(ctx, { operatorId, overlapMs: overlapMs(options), actor: ACTOR })
      }, SEALS)
      const end = `until ${made.oldEndsAt.toISOString()}, then the new one: by then the wallet must take both.`
      const atOnce = `no more: tell the wallet before you do anything else. What it refuses until then is asked again.`
      const words = `The old secret signs ${overlapMs(options) === 0 ? atOnce : end}`
      say(command, { slug, ...made }, `outboundSecret ${made.outboundSecret}\n${words}`)
    })
}
