import pg from 'pg'

/** How many statements this process sent to any database while `work` ran. */
export async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(work)).length
}

/** The statements that this process sent to any database while `work` ran. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype
  const statements: string[] = []
  const noting = function (this: pg.Client, ...given: unknown[]) {
    const [sent] = given as [string | { text?: string }]
    statements.push(typeof sent === 'string' ? sent : String(sent.text))
    return Reflect.apply(query, this, given)
  }
  pg.Client.prototype.query = noting as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}
