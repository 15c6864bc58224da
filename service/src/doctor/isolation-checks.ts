import { type RawBuilder, sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { type Invariant, type Judged, makeJudgement } from './invariant.ts'
import { judge } from './store.ts'

/** A row of `child` names a row of `parent` by these columns. */
type Reference = { child: string; child_columns: string[]; parent: string; parent_columns: string[] }

/** Foreign keys between tables, column by column. */
const FOREIGN_KEYS = sql<Reference>`
  select child.relname::text as child, parent.relname::text as parent,
    array(select a.attname::text from unnest(c.conkey) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by place) as child_columns,
    array(select a.attname::text from unnest(c.confkey) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by place) as parent_columns
  from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
  where c.contype = 'f' and child.relnamespace = 'public'::regnamespace`

/** Columns of the tables that hold operators' rows; `key_place` counts within the primary key. */
const COLUMNS = sql<Column>`
  select t.relname::text as table, a.attname::text as column, a.atttypid = 'bigint'::regtype as is_bigint,
    array_position(i.indkey::int2[], a.attnum) as key_place
  from pg_class t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = t.oid and i.indisprimary
  where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
    and exists (select from pg_attribute o where o.attrelid = t.oid and o.attname = 'operator_id')
  order by t.relname, a.attnum`

type Column = { table: string; column: string; is_bigint: boolean; key_place: number | null }

/**
 * Columns that name a row of another table without a foreign key, told by their names: `item_id` is the key of one table, and
 * `won_revision_id` ends like the key of another. Of several, the one of tables that are called alike. What a longer key ends with is the
 * row's own.
 */
export function impliedReferences(columns: readonly Column[], known: readonly Reference[]): Reference[] {
  const keys = Map.groupBy(
    columns.filter(({ key_place }) => key_place !== null),
    ({ table }) => table,
  )
  const isKnown = ({ table, column }: Column) =>
    known.some(({ child, child_columns }) => child === table && child_columns.includes(column))
  const isOwn = ({ table, column, key_place }: Column) =>
    column === 'operator_id' || (key_place !== null && key_place === (keys.get(table)?.length ?? 0) - 1)
  // A table whose key names a row of another one is no owner of that name.
  const targets = [...keys.values()]
    .filter((key) => key.length === 2)
    .flatMap((key) => key.filter((one) => one.is_bigint && one.column !== 'operator_id' && !isKnown(one)))
  return columns
    .filter((one) => one.is_bigint && !isOwn(one) && !isKnown(one))
    .flatMap((one) => {
      const alike = targets.filter(({ column }) => one.column.endsWith(`_${column}`))
      const target =
        targets.find(({ column }) => column === one.column) ??
        alike.find(({ table }) => firstWord(table) === firstWord(one.table)) ??
        alike[0]
      if (!target) return []
      return {
        child: one.table,
        child_columns: ['operator_id', one.column],
        parent: target.table,
        parent_columns: ['operator_id', target.column],
      }
    })
}

function firstWord(table: string): string | undefined {
  return table.split('_')[0]
}

/** Rows that name something, with a detail where no row of the same operator is what they name. */
function strays(reference: Reference, columns: readonly Column[]): RawBuilder<Judged> {
  const { child, child_columns, parent, parent_columns } = reference
  const key = columns.filter(({ table, key_place }) => table === child && key_place !== null)
  const at = (table: string, column: string) => sql.ref(`${table}.${column}`)
  const pairs = child_columns.map(
    (column, index) => sql`${at('p', parent_columns[index] as string)} = ${at('c', column)}`,
  )
  const named = child_columns.filter((column) => column !== 'operator_id')
  const used = named.map((column) => sql`${at('c', column)} is not null`)
  const subject = sql.join(
    key.map(({ column }) => at('c', column)),
    sql`, `,
  )
  return sql`
    select c.operator_id, ${sql.lit(`${child} `)} || concat_ws('/', ${subject}) as subject,
      case when p.operator_id is null then ${sql.lit(`its ${named.join(', ') || 'operator'} is no row of ${parent} of this operator`)}
        end as detail
    from ${sql.table(child)} c
    left join ${sql.table(parent)} p on p.operator_id = c.operator_id and ${sql.join(pairs, sql` and `)}
    where ${sql.join([sql`true`, ...used], sql` and `)}`
}

async function listReferences(tx: Tx): Promise<{ references: Reference[]; columns: Column[] }> {
  const { rows: columns } = await COLUMNS.execute(tx)
  const tables = new Set(columns.map(({ table }) => table))
  const { rows } = await FOREIGN_KEYS.execute(tx)
  const known = rows.filter(({ child, parent }) => tables.has(child) && tables.has(parent))
  return { references: [...known, ...impliedReferences(columns, rows)], columns }
}

/** The tables that hold any row. The others name nothing, and to join them costs the planner all the same. */
async function listFilled(tx: Tx, tables: readonly string[]): Promise<Set<string>> {
  const looks = tables.map(
    (table) => sql`select ${sql.lit(table)} as name where exists (select from ${sql.table(table)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

const operatorsAreApart: Invariant = {
  name: 'No row of one operator points at a row of another, or at none.',
  check: async (reading) => {
    const { references, columns } = await listReferences(reading.tx)
    const filled = await listFilled(reading.tx, [...new Set(references.map(({ child }) => child))])
    const queries = references.filter(({ child }) => filled.has(child)).map((reference) => strays(reference, columns))
    if (queries.length === 0) return makeJudgement(reading.limits).judgement
    const [judgement] = await judge(reading, [sql`${sql.join(queries, sql` union all `)}`])
    return present(judgement, 'a query is judged')
  },
}

/** Tables of operators' rows, and the logins that the service works as. They are of no operator: theirs is told as 0. */
const WALLS = sql<Judged>`
  select 0::bigint as operator_id, 'table ' || c.relname as subject,
    case when not (c.relrowsecurity and c.relforcerowsecurity) then 'its row-level security is not forced' end as detail
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'operator_id' and not a.attisdropped)
  union all
  select 0, 'login ' || r.rolname,
    case when r.rolsuper or r.rolbypassrls then 'it passes every policy'
      when exists (select from pg_auth_members m where m.member = r.oid) then 'it is a member of another role'
      when exists (
        select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
      ) then 'it owns something'
    end
  from pg_roles r where r.rolname in ('coffer_app', 'coffer_jobs')`

const wallsStand: Invariant = {
  name: 'Row-level security is forced on every table of operators, and the logins of the service own nothing and cannot pass it.',
  query: () => WALLS,
}

export const isolationInvariants: readonly Invariant[] = [operatorsAreApart, wallsStand]
