import { FILTER_TEXT_CHARACTERS, type ListFilter, type ListSchema } from '@coffer/contract/list'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useStaff } from '../session/session.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { Choice } from './choice.tsx'
import { DayField } from './day-field.tsx'
import { EndpointChoice } from './endpoint-choice.tsx'
import classes from './list.module.css'
import type { ListControl } from './list-state.ts'
import { type ListText, offeredOptions } from './list-text.ts'
import { OperatorChoice } from './operator-choice.tsx'

type Props<L extends ListSchema> = { list: L; text: ListText<L>; control: ListControl }

/** A field for each filter of a list, and on narrow screens one for its order if it has more than one. */
export function ListFilters<L extends ListSchema>({ list, text, control }: Props<L>) {
  const clear = () => {
    control.clearFilters()
    // The button is gone when no filter is set.
    focusTitle()
  }
  return (
    <Group component="search" gap="sm" align="flex-end" className={classes.filters}>
      {Object.entries<ListFilter>(list.filters).map(([name, filter]) => (
        <FilterField key={name} name={name} filter={filter} text={text} control={control} />
      ))}
      {list.sorts.length > 1 && (
        <div className={classes.sort}>
          <NativeSelect
            label="Sort by"
            value={control.sort}
            data={Object.entries<string>(text.sorts).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => control.setSort(currentTarget.value)}
          />
        </div>
      )}
      {control.isFiltered && (
        <Button variant="subtle" color="plain" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

type FieldProps = { name: string; filter: ListFilter; text: ListText<ListSchema>; control: ListControl }

function FilterField({ name, filter, text, control }: FieldProps) {
  const label = text.filters[name] ?? name
  const isPlatform = useStaff().operator === null
  const value = control.filters[name] ?? ''
  const onChange = (chosen: string) => control.setFilter(name, chosen || null)
  const field = { label, value, onChange }
  switch (filter.kind) {
    case 'text':
      return (
        <TextInput
          type="search"
          label={label}
          placeholder={text.placeholders?.[name]}
          value={control.texts[name] ?? ''}
          maxLength={FILTER_TEXT_CHARACTERS}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ currentTarget }) => control.setText(name, currentTarget.value)}
        />
      )
    case 'choice':
      return <Choice {...field} allLabel="All" options={offeredOptions(text, name, filter.options, value)} />
    case 'day':
      return (
        <DayField
          label={label}
          value={value}
          onChange={(day, options) => control.setFilter(name, day || null, options)}
        />
      )
    case 'endpoint': {
      const { operator = null } = control.filters
      return <EndpointChoice {...field} allLabel="All" operator={operator} isEnabled={!control.lacksOperator} />
    }
    case 'operator':
      return isPlatform && <OperatorChoice {...field} allLabel={text.noOperator} />
  }
}
