import type { ListSchema } from '@coffer/contract/list'

/** Labels of a list. */
export type ListText<L extends ListSchema> = {
  /** Labels of the columns that the page shows. */
  readonly columns: Readonly<Partial<Record<L['columns'][number], string>>>
  readonly filters: Readonly<Record<keyof L['filters'] & string, string>>
  /** Examples of what to enter, in the text filters that need one. */
  readonly placeholders?: Readonly<Partial<Record<keyof L['filters'] & string, string>>>
  /** Labels of the options of each choice in the order of the page, by the name of the filter. */
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The options of a choice that are offered; all when there is no entry. */
  readonly offered?: Readonly<Record<string, readonly string[]>>
  readonly sorts: Readonly<Record<L['sorts'][number], string>>
  /** Label of the option without an operator, as in "Choose an operator" where one is required. */
  readonly noOperator: string
}

type Option = { readonly value: string; readonly label: string }

/** The options of a choice that are offered, in the order of the page. `chosen` is offered also when the list does not offer it now. */
export function offeredOptions(
  text: ListText<ListSchema>,
  name: string,
  options: readonly string[],
  chosen = '',
): Option[] {
  const isOffered = (option: string) => option === chosen || text.offered?.[name]?.includes(option) !== false
  return Object.entries(text.options[name] ?? {})
    .filter(([option]) => options.includes(option) && isOffered(option))
    .map(([value, label]) => ({ value, label }))
}
