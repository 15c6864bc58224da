import { z } from 'zod'
import type { ListFilter, ListSchema } from './list.ts'
import { listQuery } from './shapes.ts'
import { wireText } from './text.ts'

type Text = ReturnType<typeof wireText>
type FilterQuery<F extends ListFilter> = F extends { readonly options: infer Options extends readonly string[] }
  ? z.ZodEnum<{ [Option in Options[number]]: Option }>
  : Text
type Filters<L extends ListSchema> = { [Name in keyof L['filters']]: z.ZodOptional<FilterQuery<L['filters'][Name]>> }
type Sort<L extends ListSchema> = z.ZodDefault<z.ZodEnum<{ [Name in L['sorts'][number]]: Name }>>

/** The query of a list's filters. */
export function filtersOf<L extends ListSchema>({ filters }: L): z.ZodObject<Filters<L>> {
  const shape = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, queryOf(filter).optional()]))
  return z.object(shape as Filters<L>)
}

function queryOf(filter: ListFilter): z.ZodType {
  if (filter.kind === 'choice') return z.enum(filter.options)
  return filter.kind === 'operator' ? wireText(1, 100).meta({ description: 'Its slug' }) : wireText(1, 200)
}

/** The query of a page of a list: its filters, its order, the limit and the cursor. */
export function pageQueryOf<L extends ListSchema>(list: L) {
  const [first] = list.sorts
  const sort = z.enum(list.sorts).default(first as never) as unknown as Sort<L>
  return filtersOf(list).extend({ sort, ...listQuery })
}
