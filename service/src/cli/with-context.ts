import { hasCluster, withDatabase } from '@coffer/embedded-postgres'
import { makeContext, type OwnedContext } from '../context.ts'
import { Hidden, LIMITS } from '../kernel/index.ts'
import { findOperatorBySlug, type Operator } from '../operators/index.ts'
import { type Config, isTurnedAway, loginsOf, makeLog, pendingMigrations, readConfig } from '../platform/index.ts'
import { masterKeyFault, prepareSealing } from '../sealing/index.ts'
import { PROJECT_DIR } from '../version.ts'
import type { Command } from './command.ts'
import { besideDemo } from './demo-base-url.ts'
import { UserError } from './say.ts'

/**
 * Runs a command with the database of the configuration: the one whose addresses are told, else the embedded one of the data folder,
 * whose owner the configuration then names.
 */
export async function withConfiguredDatabase<T>(
  { terminal, console }: Command,
  work: (config: Config) => Promise<T>,
  config = readConfig(terminal.env),
): Promise<T> {
  if (config.logins) return work(config)
  const choice = {
    databaseUrl: config.databaseUrl?.reveal(),
    dataDir: config.dataDir,
    projectDir: PROJECT_DIR,
    log: (line: string) => console.error(line),
  }
  return withDatabase(choice, (url) => work({ ...config, databaseUrl: new Hidden(url) }))
}

/** For commands that seal something: they give a new database its master key first. Whoever only looks leaves it as it is. */
export const SEALS = { prepares: true }

/**
 * Runs a command with a context on a database of the newest schema. Throws when it has another: a command that somebody types to look at
 * something must not change the schema under a service at work.
 */
export async function withContext<T>(
  command: Command,
  work: (ctx: OwnedContext) => Promise<T>,
  { prepares }: { prepares: boolean } = { prepares: false },
): Promise<T> {
  const given = readConfig(command.terminal.env)
  needDatabase(given)
  const onNewestSchema = async (config: Config) => {
    await needNewestSchema(config)
    return onContext(command, config, async (ctx) => {
      if (prepares) await prepareSealing(ctx)
      await refuseWrongKey(ctx)
      return work(ctx)
    })
  }
  return withConfiguredDatabase(command, onNewestSchema, given)
}

/** Runs work with a context of a command, whose log goes to standard error: the output is the result's. */
export async function onContext<T>(
  { terminal }: Command,
  config: Config,
  work: (ctx: OwnedContext) => Promise<T>,
): Promise<T> {
  const limits = { statementMs: LIMITS.commandStatementMs }
  const ctx = makeContext(besideDemo(config, terminal.env), { log: makeLog('warn', terminal.stderr), limits })
  try {
    return await work(ctx)
  } finally {
    await ctx.close()
  }
}

/** A folder that is not the one that was meant would get an empty database, and whatever is asked of it is not there. */
function needDatabase({ logins, databaseUrl, dataDir }: Config): void {
  if (logins || databaseUrl || hasCluster(dataDir)) return
  throw new UserError(
    `There is no database in ${dataDir}; nothing was done. COFFER_DATA_DIR names another folder, DATABASE_URL a database elsewhere; ` +
      'npm start and coffer migrate make a new one.',
  )
}

async function needNewestSchema(config: Config): Promise<void> {
  const pending = await pendingMigrations(loginsOf(config).jobs.reveal()).catch((error: unknown) => {
    if (!isTurnedAway(error)) throw error
    throw new UserError(
      `The database does not let the service in yet (${error.message}). Run coffer migrate first; nothing was done.`,
    )
  })
  if (pending.length === 0) return
  const which = pending.length === 1 ? pending[0] : `${pending.length} migrations, up to ${pending.at(-1)}`
  throw new UserError(`The database waits for ${which}. Run coffer migrate first, or coffer serve; nothing was done.`)
}

/** A command without a key may do what needs none; one with a wrong key does nothing. */
async function refuseWrongKey(ctx: OwnedContext): Promise<void> {
  if (ctx.sealer.keyIds().length === 0) return
  const fault = await masterKeyFault(ctx)
  if (fault !== null) throw new UserError(fault)
}

export async function operatorOf(ctx: OwnedContext, slug: string): Promise<Operator> {
  const operator = await ctx.systemTx((tx) => findOperatorBySlug(tx, slug))
  if (!operator) throw new UserError(`There is no operator ${slug}.`)
  return operator
}

/** Who the audit log names for what is done here. */
export const ACTOR = 'cli'
