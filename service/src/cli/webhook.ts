import {
  createEndpoint,
  endpointView,
  listEndpoints,
  replayDeliveries,
  replayDelivery,
  rotateEndpointSecret,
  setEndpointEnabled,
  testEndpoint,
} from '../webhooks/index.ts'
import type { Command } from './command.ts'
import { list, type OverlapOption, overlapMs } from './options.ts'
import { say, UserError } from './say.ts'
import { ACTOR, operatorOf, SEALS, withContext } from './with-context.ts'

export function addWebhook(program: Command): void {
  const webhook = program.command('webhook').description('webhook endpoints and deliveries')
  addCreate(webhook)
  addList(webhook)
  addRotate(webhook)
  addSwitch(webhook, 'enable', true)
  addSwitch(webhook, 'disable', false)
  addTest(webhook)
  addReplay(webhook)
}

function addCreate(webhook: Command): void {
  webhook
    .command('create')
    .description('an endpoint that hears of events from now on; its secret is shown once')
    .requiredOption('--operator <slug>')
    .requiredOption('--url <url>')
    .option('--types <types>', 'events to send, separated by commas; all when omitted', list)
    .action(async (options: { operator: string; url: string; types?: string[] }, command: Command) => {
      const made = await withContext(
        command,
        async (ctx) => {
          const { operatorId } = await operatorOf(ctx, options.operator)
          return createEndpoint(ctx, { operatorId, url: options.url, types: options.types, actor: ACTOR })
        },
        SEALS,
      )
      const words = `endpointId ${made.endpointId}\nsecret     ${made.secret}\nWhoever has the secret can sign as us: keep it.`
      say(command, made, words)
    })
}

function addList(webhook: Command): void {
  webhook
    .command('list')
    .description('the endpoints of an operator')
    .requiredOption('--operator <slug>')
    .action(async (options: { operator: string }, command: Command) => {
      const endpoints = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const found = await ctx.tx(operatorId, (tx) => listEndpoints(tx, operatorId))
        return found.map((endpoint) => endpointView(endpoint, ctx.clock.now()))
      })
      const lines = endpoints.map(
        ({ endpointId, url, types, enabled }) =>
          `${endpointId}  ${enabled ? 'on ' : 'off'}  ${url}  ${types.join(',')}`,
      )
      say(command, { endpoints }, lines.join('\n') || 'There are no endpoints yet: coffer webhook create')
    })
}

function addRotate(webhook: Command): void {
  webhook
    .command('rotate')
    .description('replace the secret of an endpoint; deliveries carry both signatures for the overlap')
    .argument('<endpointId>')
    .requiredOption('--operator <slug>')
    .option('--overlap-hours <hours>', 'how long both sign', '24')
    .action(async (endpointId: string, options: { operator: string } & OverlapOption, command: Command) => {
      const made = await withContext(
        command,
        async (ctx) => {
          const { operatorId } = await operatorOf(ctx, options.operator)
          const input = {
            operatorId,
            endpointId: wholeNumber(endpointId, 'endpointId'),
            overlapMs: overlapMs(options),
            actor: ACTOR,
          }
          return rotateEndpointSecret(ctx, input)
        },
        SEALS,
      )
      const end = `too until ${made.oldEndsAt.toISOString()}: the receiver takes either from now until then.`
      const atOnce = `no more: tell the receiver before you do anything else. What it refuses until then is sent again.`
      const words = `The old secret signs ${overlapMs(options) === 0 ? atOnce : end}`
      say(command, made, `secret ${made.secret}\n${words}`)
    })
}

function addSwitch(webhook: Command, name: 'enable' | 'disable', enabled: boolean): void {
  webhook
    .command(name)
    .description(enabled ? 'send to an endpoint again' : 'send nothing to an endpoint; what it has yet to get waits')
    .argument('<endpointId>')
    .requiredOption('--operator <slug>')
    .action(async (text: string, options: { operator: string }, command: Command) => {
      const endpointId = wholeNumber(text, 'endpointId')
      await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        await setEndpointEnabled(ctx, { operatorId, endpointId, enabled, actor: ACTOR })
      })
      say(command, { endpointId, enabled }, `Endpoint ${endpointId} is ${enabled ? 'on' : 'off'}.`)
    })
}

function addTest(webhook: Command): void {
  webhook
    .command('test')
    .description('send a test event to an endpoint; a running service delivers it')
    .argument('<endpointId>')
    .requiredOption('--operator <slug>')
    .action(async (text: string, options: { operator: string }, command: Command) => {
      const delivery = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return testEndpoint(ctx, { operatorId, endpointId: wholeNumber(text, 'endpointId'), actor: ACTOR })
      })
      say(command, { delivery }, `${delivery.id} is on its way to ${delivery.url}`)
    })
}

type ReplayOptions = { operator: string; delivery?: string; from?: string; to?: string }

function addReplay(webhook: Command): void {
  webhook
    .command('replay')
    .description('send failed deliveries again: one by its id, or all of events in a time')
    .requiredOption('--operator <slug>')
    .option('--delivery <id>')
    .option('--from <time>', 'ISO 8601')
    .option('--to <time>', 'ISO 8601; now when omitted')
    .action(async (options: ReplayOptions, command: Command) => {
      const { delivery, from } = options
      if ((delivery === undefined) === (from === undefined)) throw new UserError('Give either --delivery or --from.')
      const replayedCount = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        if (delivery === undefined) {
          const to = options.to ?? ctx.clock.now().toISOString()
          const period = { from: time(from ?? ''), to: time(to) }
          const filter = { operatorId, search: null, type: null, endpointId: null, ...period }
          return (await replayDeliveries(ctx, filter, ACTOR)).replayedCount
        }
        await replayDelivery(ctx, { operatorId, name: delivery, actor: ACTOR })
        return 1
      })
      say(command, { replayedCount }, `${replayedCount} sent again.`)
    })
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UserError(`${name} takes a whole number.`)
  return Number(text)
}

function time(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new UserError(`${text} is not a time such as 2026-01-31T12:00:00Z.`)
  return at
}
