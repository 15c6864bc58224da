import type { ListSchema } from '@coffer/contract/list'
import type { CursorPair } from '@coffer/contract/shapes'
import { Button, Paper, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { isInvalid } from '../api/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pages } from '../ui/pages.tsx'
import { PendingRows } from '../ui/pending-rows.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import classes from './list.module.css'
import type { ListProps } from './list-props.ts'

type Props<L extends ListSchema, Row> = {
  props: ListProps<L, Row>
  page: UseQueryResult<{ rows: readonly Row[]; cursor: CursorPair }>
}

/** A page of a list, or why there is none. */
export function ListRows<L extends ListSchema, Row>({ props, page }: Props<L, Row>) {
  const { title, noun, text, control, keyOf, empty } = props
  const { sort, cursor, lacksOperator } = control
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const rows = page.data?.rows ?? []
  const isStale = page.isPlaceholderData
  const isPending = page.isPending && !lacksOperator
  return (
    <>
      {page.error !== null && (
        <FailureAlert error={page.error} fields={text.filters}>
          {isInvalid(page.error, 'cursor') ? (
            <Button onClick={thenFocusTitle(() => control.setSort(sort))}>Show the first page</Button>
          ) : (
            <Button onClick={thenFocusTitle(() => void page.refetch())}>Try again</Button>
          )}
        </FailureAlert>
      )}
      {lacksOperator && (
        <Paper withBorder p="lg">
          Choose an operator to see its {noun}.
        </Paper>
      )}
      {page.data && !isStale && rows.length === 0 && (
        <Paper withBorder p="lg">
          {control.isFiltered || cursor !== null ? `No ${noun} match the filters.` : empty}
        </Paper>
      )}
      {rows.length > 0 && (
        <DataTable label={title} columns={columnsOf(props)} rows={rows} keyOf={keyOf} isBusy={isStale} bodyRef={body} />
      )}
      {(isPending || (isStale && rows.length === 0)) && <PendingRows what={noun} />}
      <Text className="visually-hidden" role="status">
        {page.data && !isStale && `${rows.length} ${noun} on this page`}
      </Text>
      {!isStale && <Pages cursor={page.data?.cursor} pathOf={(to) => control.pathOf({ cursor: to })} />}
    </>
  )
}

function columnsOf<L extends ListSchema, Row>(props: ListProps<L, Row>): Column<Row>[] {
  const { list, text, cells, control, numbers = [], rowButtons } = props
  const columns = list.columns.flatMap((key: L['columns'][number]) => {
    const label = text.columns[key]
    const cell = cells[key]
    if (label === undefined || cell === undefined) return []
    const column = { key, label, cell, isNumber: numbers.includes(key) }
    const sorts = list.sorts.filter((one) => one === key || one === `-${key}`)
    const [first] = sorts
    if (first === undefined) return [column]
    const isSorted = sorts.includes(control.sort)
    const sortDirection = isSorted ? directionOf(control.sort) : undefined
    // Nothing to choose from.
    if (list.sorts.length === 1) return [{ ...column, sortDirection }]
    const next = (isSorted && sorts.find((one) => one !== control.sort)) || first
    const header = <SortButton key={key} label={label} onClick={() => control.setSort(next)} />
    return [{ ...column, header, sortDirection }]
  })
  return rowButtons === undefined ? columns : [...columns, { key: 'buttons', label: 'Actions', cell: rowButtons }]
}

/** Runs an action whose button disappears when it succeeds, and moves the focus to the title. */
function thenFocusTitle(act: () => void): () => void {
  return () => {
    act()
    focusTitle()
  }
}

/** The header of a column that the list can be sorted by. */
function SortButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.sortButton} onClick={onClick}>
      {label} <Icon name="up" />
    </button>
  )
}

function directionOf(sort: string): 'ascending' | 'descending' {
  return sort.startsWith('-') ? 'descending' : 'ascending'
}
