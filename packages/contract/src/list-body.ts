import { z } from 'zod'
import { FILTER_TEXT_CHARACTERS, type ListFilter, type ListSchema } from './list.ts'
import { idText } from './shapes.ts'
import { wireText } from './text.ts'

/** The schemas of filters, by kind. */
const SCHEMAS = {
  text: wireText(1, FILTER_TEXT_CHARACTERS),
  day: z.iso.date(),
  endpoint: idText,
  operator: wireText(1, 100).meta({ description: 'Slug of the operator' }),
}
type FilterSchema<F extends ListFilter> = F extends { readonly options: infer Options extends readonly string[] }
  ? z.ZodEnum<{ [Option in Options[number]]: Option }>
  : F extends { readonly kind: infer Kind extends keyof typeof SCHEMAS }
    ? (typeof SCHEMAS)[Kind]
    : never
type FilterSchemas<L extends ListSchema> = {
  [Name in keyof L['filters']]: z.ZodOptional<FilterSchema<L['filters'][Name]>>
}

/** The filters of a list, as a body. */
export function filtersOf<L extends ListSchema>({ filters }: L): z.ZodObject<FilterSchemas<L>> {
  const schemas = Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional()])
  return z.object(Object.fromEntries(schemas) as FilterSchemas<L>)
}

function schemaOf(filter: ListFilter): z.ZodType {
  return filter.kind === 'choice' ? z.enum(filter.options) : SCHEMAS[filter.kind]
}

/** The request of a page of a list, as a body: its filters, its order, the limit and the cursor. */
export function pageOfList<L extends ListSchema>(list: L) {
  const sorts: readonly L['sorts'][number][] = list.sorts
  const sort = z
    .enum(sorts)
    .optional()
    .transform((given): L['sorts'][number] => given ?? list.sorts[0])
  return filtersOf(list).extend({
    sort,
    limit: z.int().min(1).max(200).optional(),
    cursor: wireText(1, 1000).optional(),
  })
}
