import type { Settings } from '@coffer/contract/settings'
import type { Command } from 'commander'
import { changeOperatorSettings } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { ChangeSettingsOptions, SettingsPatch } from '../operators/index.ts'
import { countOpenOperations } from '../wallet/index.ts'
import { readJsonFile } from './read-json-file.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

const WHOLE_BPS = 10_000

export function addOperatorSettings(operator: Command): void {
  operator
    .command('settings')
    .description('merge a JSON file into an operator\u2019s settings')
    .argument('<slug>')
    .argument('<file>', 'nested or dotted names; - is standard input')
    .option('--force', 'also while money is under way to the wallet that is being replaced')
    .action(async (slug: string, file: string, { force }: { force?: boolean }, command: Command) => {
      const patch = await readJsonFile(file)
      if (!isPatch(patch)) throw new UserError(`${file} is not a JSON object.`)
      const { settings, changes } = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return changeOperatorSettings(ctx, operatorId, patch, { actor: ACTOR, force, guard: refuseToLoseMoney })
      })
      const lines = changes.map(({ path, from, to }) => `${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
      const warnings = warningsOf(settings)
      say(command, { slug, changes, warnings }, lines.join('\n') || 'Nothing changed.')
      if (!command.optsWithGlobals().json) for (const warning of warnings) console.error(`Warning: ${warning}`)
    })
}

/** What is allowed and yet seldom meant. */
function warningsOf({ maxRtpBps }: Settings): string[] {
  if (maxRtpBps <= WHOLE_BPS) return []
  return [`maxRtpBps is ${maxRtpBps}: a box that returns more than 10000 gives away more than it takes.`]
}

function isPatch(value: unknown): value is SettingsPatch {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An operation that is not decided yet must end with the wallet that it began with. */
const refuseToLoseMoney: ChangeSettingsOptions['guard'] = async (tx, operator, changes) => {
  if (!changes.some(({ path }) => path === 'wallet.url')) return
  const count = await countOpenOperations(tx, operator.operatorId)
  if (count === 0) return
  const message = `${count} wallet operations are undecided; wait for them, or use --force`
  throw new Refusal('VALIDATION_FAILED', { fields: { 'wallet.url': [message] } })
}
