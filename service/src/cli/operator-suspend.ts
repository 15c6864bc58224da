import type { Command } from 'commander'
import { type Operator, setOperatorStatus } from '../operators/index.ts'
import { say } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

export function addOperatorSuspend(operator: Command): void {
  addChange(operator, 'suspend', 'suspended', {
    description: 'shut an operator: no launches, sessions and signed calls; what is owed is still paid',
    words: 'is suspended. What is under way is still decided, and what is owed is still paid.',
  })
  addChange(operator, 'resume', 'active', {
    description: 'open a suspended operator again',
    words: 'is active. Sessions that have not run out go on.',
  })
}

type Said = { description: string; words: string }

function addChange(operator: Command, name: string, status: Operator['status'], { description, words }: Said): void {
  operator
    .command(name)
    .description(description)
    .argument('<slug>')
    .requiredOption('--reason <text>', 'why; it stands in the audit log')
    .action(async (slug: string, { reason }: { reason: string }, command: Command) => {
      const changed = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return setOperatorStatus(ctx, operatorId, { status, reason, actor: ACTOR })
      })
      say(command, { slug, status, changed }, `${slug} ${changed ? '' : 'was so before: it '}${words}`)
    })
}
