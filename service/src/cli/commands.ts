import type { Command } from './command.ts'

type Adder = (program: Command) => void

/** Every command, by the first word that calls it, in the order of the help; those of one noun stand together. */
const COMMANDS: Readonly<Record<string, () => Promise<Adder>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  operator: async () => (await import('./operator.ts')).addOperator,
  settings: async () => (await import('./settings-show.ts')).addSettings,
  key: async () => (await import('./key.ts')).addKey,
  catalog: async () => (await import('./catalog-import.ts')).addCatalog,
  item: async () => (await import('./item.ts')).addItem,
  order: async () => (await import('./order.ts')).addOrder,
  kyc: async () => (await import('./kyc.ts')).addKyc,
  rates: async () => (await import('./rates-set.ts')).addRates,
  staff: async () => (await import('./staff.ts')).addStaff,
  webhook: async () => (await import('./webhook.ts')).addWebhook,
  launch: async () => (await import('./launch.ts')).addLaunch,
  sign: async () => (await import('./sign.ts')).addSign,
  verify: async () => (await import('./verify.ts')).addVerify,
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  audit: async () => (await import('./audit.ts')).addAudit,
  'master-key': async () => (await import('./master-key.ts')).addMasterKey,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
}

/**
 * What adds the command that is called, and nothing else: a command loads no more of the service than it needs. The help, and words
 * that call nothing, get all of them.
 */
export function addersFor(words: readonly string[]): Promise<Adder[]> {
  const called = words.find((word) => !word.startsWith('-')) ?? ''
  const one = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined
  return Promise.all((one ? [one] : Object.values(COMMANDS)).map((load) => load()))
}
