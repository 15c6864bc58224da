import { makeContext, type OwnedContext } from '../context.ts'
import { Hidden } from '../kernel/index.ts'
import { findOperatorBySlug, type Operator } from '../operators/index.ts'
import { withDatabase } from '../platform/embedded-postgres.ts'
import { type Config, makeLog, migrate, readConfig } from '../platform/index.ts'
import { PROJECT_DIR } from '../version.ts'
import { besideDemo } from './demo-base-url.ts'
import { UserError } from './say.ts'

/** Runs a command with the database of the configuration: `DATABASE_URL`, else the embedded one of the data folder. */
export async function withConfiguredDatabase<T>(work: (config: Config, url: string) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const choice = {
    databaseUrl: config.databaseUrl?.reveal(),
    dataDir: config.dataDir,
    projectDir: PROJECT_DIR,
    log: (line: string) => console.error(line),
  }
  return withDatabase(choice, (url) => work({ ...config, databaseUrl: new Hidden(url) }, url))
}

/**
 * Runs a command with a context on a database of the newest schema, or with `migrates: false` of the schema that it has. The log goes
 * to standard error: the output is the result's.
 */
export async function withContext<T>(
  work: (ctx: OwnedContext) => Promise<T>,
  { migrates = true }: { migrates?: boolean } = {},
): Promise<T> {
  return withConfiguredDatabase(async (config, url) => {
    if (migrates && config.migrateOnStart) await migrate(url)
    const ctx = makeContext(besideDemo(config, process.env), { log: makeLog('warn', process.stderr) })
    try {
      return await work(ctx)
    } finally {
      await ctx.close()
    }
  })
}

export async function operatorOf(ctx: OwnedContext, slug: string): Promise<Operator> {
  const operator = await ctx.systemTx((tx) => findOperatorBySlug(tx, slug))
  if (!operator) throw new UserError(`There is no operator ${slug}.`)
  return operator
}

/** Who the audit log names for what is done here. */
export const ACTOR = 'cli'
