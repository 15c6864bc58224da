import { decimalOf } from '@coffer/contract/currencies'
import { GAME_KEYS } from '@coffer/contract/games'
import type { Settings } from '@coffer/contract/settings'
import { changeOperatorSettings, convertOperator, type OperatorConversion, percent } from '../catalog/index.ts'
import {
  createOperator,
  listAllOperators,
  listKeys,
  type Operator,
  rotateOutboundSecret,
  type SettingsPatch,
  setOperatorStatus,
} from '../operators/index.ts'
import { endpointView, listEndpoints } from '../webhooks/index.ts'
import { columns, moment } from './columns.ts'
import type { Command } from './command.ts'
import { KEY_HEADINGS, keyInJson, keyRow, operatorInJson } from './operator-words.ts'
import { list, type OverlapOption, overlapMs, readJsonFile } from './options.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, SEALS, withContext } from './with-context.ts'

export function addOperator(program: Command): void {
  const operator = program.command('operator').description('operators')
  addOperatorCreate(operator)
  addOperatorList(operator)
  addOperatorShow(operator)
  addOperatorSettings(operator)
  addOperatorConvert(operator)
  addOperatorSuspend(operator)
  addOperatorRotateSecret(operator)
}

type CreateOptions = {
  slug: string
  name: string
  currency: string
  currencies?: string[]
  games?: string[]
  locale?: string
  walletUrl?: string
}

function addOperatorCreate(operator: Command): void {
  operator
    .command('create')
    .description('create an operator with its first API key; the secrets are shown once')
    .requiredOption('--slug <slug>', 'short name in lower case')
    .requiredOption('--name <name>', 'name that players see')
    .requiredOption('--currency <code>', 'the operator\u2019s own currency')
    .option('--currencies <codes>', 'currencies that players may use, separated by commas', list)
    .option('--games <keys>', GAME_KEYS.join(', '), list)
    .option('--locale <locale>', 'language of the hosted pages')
    .option('--wallet-url <url>', 'where the wallet answers')
    .action(async (options: CreateOptions, command: Command) => {
      const { slug, name, currency, locale } = options
      const settings = settingsOf(options)
      const made = await withContext(
        command,
        (ctx) => createOperator(ctx, { slug, name, currency, locale, settings, actor: ACTOR }),
        SEALS,
      )
      const lines = Object.entries(made).map(([label, value]) => `${label.padEnd(15)} ${value}`)
      say(command, made, [...lines, 'The secrets are not shown again.'].join('\n'))
    })
}

function settingsOf({ currencies, games, walletUrl }: CreateOptions): Record<string, unknown> {
  return {
    ...(currencies && { currencies }),
    ...(games && { enabledGames: games }),
    ...(walletUrl !== undefined && { wallet: { url: walletUrl } }),
  }
}

function addOperatorList(operator: Command): void {
  operator
    .command('list')
    .description('all operators, oldest first')
    .action(async (_options: object, command: Command) => {
      const operators = await withContext(command, (ctx) => ctx.systemTx(listAllOperators))
      const rows = operators.map(({ slug, name, currency, status, settings, createdAt }) => {
        const wallet = settings.wallet.url === '' ? 'none' : new URL(settings.wallet.url).host
        return [slug, name, currency, status, wallet, moment(createdAt)]
      })
      const headings = ['SLUG', 'NAME', 'CURRENCY', 'STATUS', 'WALLET', 'SINCE']
      const none = 'There are no operators yet: coffer operator create'
      say(command, { operators: operators.map(operatorInJson) }, columns(headings, rows, none))
    })
}

function addOperatorShow(operator: Command): void {
  operator
    .command('show')
    .description('one operator: what it is, its keys and its webhook endpoints; nothing secret')
    .argument('<slug>')
    .action(async (slug: string, _options: object, command: Command) => {
      const { found, keys, endpoints, now } = await withContext(command, async (ctx) => {
        const found = await operatorOf(ctx, slug)
        const { operatorId } = found
        const [keys, endpoints] = await ctx.tx(operatorId, async (tx) => [
          await listKeys(tx, operatorId),
          await listEndpoints(tx, operatorId),
        ])
        return { found, keys, endpoints, now: ctx.clock.now() }
      })
      const shown = operatorInJson(found)
      const hooks = endpoints.map((endpoint) => endpointView(endpoint, now))
      const { oldSecretEndsAt } = shown
      const facts = [
        ['Name', shown.name],
        ['Status', shown.status],
        ['Currency', `${shown.currency} (players: ${shown.currencies.join(', ')})`],
        ['Games', shown.enabledGames.join(', ')],
        ['Wallet', shown.walletUrl ?? 'none: every spend is refused'],
        ...(oldSecretEndsAt !== null && oldSecretEndsAt > now
          ? [['Old secret', `signs calls to the wallet until ${moment(oldSecretEndsAt)}`]]
          : []),
        ['Since', moment(shown.createdAt)],
      ]
      const words = [
        columns([shown.slug, `operator ${shown.operatorId}`], facts, ''),
        columns(
          KEY_HEADINGS,
          keys.map((key) => keyRow(key, now)),
          'No keys: coffer key create',
        ),
        columns(
          ['ENDPOINT', 'STATE', 'URL', 'EVENTS'],
          hooks.map(({ endpointId, enabled, url, types }) => [
            String(endpointId),
            enabled ? 'on' : 'off',
            url,
            types.join(','),
          ]),
          'No webhook endpoints: coffer webhook create',
        ),
      ]
      say(command, { operator: shown, keys: keys.map(keyInJson), endpoints: hooks }, words.join('\n\n'))
    })
}

const WHOLE_BPS = 10_000

function addOperatorSettings(operator: Command): void {
  operator
    .command('settings')
    .description('merge a JSON file into an operator\u2019s settings')
    .argument('<slug>')
    .argument('<file>', 'nested or dotted names; - is standard input')
    .option(
      '--force',
      'allow a new wallet URL while wallet operations are undecided; only if it leads to the same wallet',
    )
    .action(async (slug: string, file: string, { force }: { force?: boolean }, command: Command) => {
      const patch = await readJsonFile(file)
      if (!isPatch(patch)) throw new UserError(`${file} is not a JSON object.`)
      const { settings, changes } = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return changeOperatorSettings(ctx, operatorId, patch, { actor: ACTOR, force })
      })
      const lines = changes.map(({ path, from, to }) => `${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`)
      const warnings = warningsOf(settings)
      say(command, { slug, changes, warnings }, lines.join('\n') || 'Nothing changed.')
      if (!command.optsWithGlobals().json) for (const warning of warnings) command.console.error(`Warning: ${warning}`)
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

type ConversionOptions = { currency: string; allowRtpOutside?: boolean; dryRun?: boolean }

function addOperatorConvert(operator: Command): void {
  operator
    .command('convert')
    .description('give an operator another currency of its own, at the rate of now: settings, items and active boxes')
    .argument('<slug>')
    .requiredOption('--currency <code>', 'the operator\u2019s new currency')
    .option('--dry-run', 'show what each box would cost and return, and change nothing')
    .option('--allow-rtp-outside', 'also boxes whose RTP leaves the bounds by the rounding; the audit log names them')
    .action(async (slug: string, { currency, allowRtpOutside, dryRun }: ConversionOptions, command: Command) => {
      const converted = await withContext(command, async (ctx) => {
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

function addOperatorSuspend(operator: Command): void {
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
      const changed = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, slug)
        return setOperatorStatus(ctx, operatorId, { status, reason, actor: ACTOR })
      })
      say(command, { slug, status, changed }, `${slug} ${changed ? '' : 'was so before: it '}${words}`)
    })
}

function addOperatorRotateSecret(operator: Command): void {
  operator
    .command('rotate-secret')
    .description(
      'replace the secret that signs calls to an operator\u2019s wallet; the new one is shown once and signs after the overlap',
    )
    .argument('<slug>')
    .option('--overlap-hours <hours>', 'how long the old one still signs', '24')
    .action(async (slug: string, options: OverlapOption, command: Command) => {
      const made = await withContext(
        command,
        async (ctx) => {
          const { operatorId } = await operatorOf(ctx, slug)
          return rotateOutboundSecret(ctx, { operatorId, overlapMs: overlapMs(options), actor: ACTOR })
        },
        SEALS,
      )
      const end = `until ${made.oldEndsAt.toISOString()}, then the new one: by then the wallet must take both.`
      const atOnce = `no more: tell the wallet before you do anything else. What it refuses until then is asked again.`
      const words = `The old secret signs ${overlapMs(options) === 0 ? atOnce : end}`
      say(command, { slug, ...made }, `outboundSecret ${made.outboundSecret}\n${words}`)
    })
}
