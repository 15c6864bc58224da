import type { ListFilters as FilterValues, ListSchema } from '@coffer/contract/list'
import type { CursorPair } from '@coffer/contract/shapes'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { isInvalid } from '../api/api.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pages } from '../ui/pages.tsx'
import { PendingRows } from '../ui/pending-rows.tsx'
import { saveFile } from '../ui/save-file.ts'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import { useRowKeys } from '../ui/use-row-keys.ts'
import classes from './list.module.css'
import { ListFilters } from './list-filters.tsx'
import type { ListControl } from './list-state.ts'
import type { ListText } from './list-text.ts'
import { trimmedTexts, useSettledTexts } from './use-settled-texts.ts'

/** The request of a page of a list. */
type PageRequest<L extends ListSchema> = FilterValues<L> & { sort: L['sorts'][number]; cursor?: string }

type Props<L extends ListSchema, Row> = {
  /** Key of the pages in the cache, and the name of the exported file. */
  name: string
  title: string
  /** Plural noun for the rows, as in "No staff match the filters." */
  noun: string
  list: L
  text: ListText<L>
  control: ListControl
  read: (request: PageRequest<L>) => Promise<{ rows: readonly Row[]; cursor: CursorPair }>
  exportRows: (filters: FilterValues<L>) => Promise<Blob>
  keyOf: (row: Row) => string | number
  /** Cells of the columns that have a label. */
  cells: Readonly<Partial<Record<L['columns'][number], (row: Row) => ReactNode>>>
  empty: ReactNode
  actions?: ReactNode
  /** Shown above the rows, such as the result of an action. */
  notice?: ReactNode
}

/** A list with its filters, order, pages and export. */
export function ListScreen<L extends ListSchema, Row>(props: Props<L, Row>) {
  const { name, title, noun, list, text, control, read, exportRows, keyOf, empty, actions } = props
  const { sort, cursor } = control
  const { operator = null } = control.filters
  // Each value is one of the schema: those of the address were checked when it was read.
  const filters = { ...control.filters, ...useSettledTexts(control.texts) } as FilterValues<L>
  const page = useQuery({
    queryKey: [name, operator, filters, sort, cursor],
    queryFn: () => read({ ...filters, sort, ...(cursor !== null && { cursor }) }),
    // The rows of one operator are never shown as those of another.
    placeholderData: (previous, query) => (query?.queryKey[1] === operator ? previous : undefined),
  })
  const download = useMutation({
    gcTime: 0,
    // By what is typed now, also when the page does not show it yet.
    mutationFn: () => exportRows({ ...control.filters, ...trimmedTexts(control.texts) } as FilterValues<L>),
    onSuccess: (file) => saveFile(file, `${name}.csv`),
  })
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  const rows = page.data?.rows ?? []
  const isStale = page.isPlaceholderData
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle title={title} />
        <Group gap="xs">
          {rows.length > 0 && (
            <ActionButton
              variant="default"
              leftSection={<Icon name="download" />}
              isBusy={download.isPending}
              onClick={() => download.mutate()}
            >
              {download.isPending ? 'Exporting…' : 'Export CSV'}
            </ActionButton>
          )}
          {actions}
        </Group>
      </Group>
      <ListFilters list={list} text={text} control={control} />
      {props.notice}
      {download.error !== null && <FailureAlert error={download.error} />}
      {page.error !== null && (
        <FailureAlert error={page.error}>
          {isInvalid(page.error, 'cursor') ? (
            <Button onClick={thenFocusTitle(() => control.setSort(sort))}>Show the first page</Button>
          ) : (
            <Button onClick={thenFocusTitle(() => void page.refetch())}>Try again</Button>
          )}
        </FailureAlert>
      )}
      {page.data && !isStale && rows.length === 0 && (
        <Paper withBorder p="lg">
          {control.isFiltered || cursor !== null ? `No ${noun} match the filters.` : empty}
        </Paper>
      )}
      {rows.length > 0 && (
        <DataTable label={title} columns={columnsOf(props)} rows={rows} keyOf={keyOf} isBusy={isStale} bodyRef={body} />
      )}
      {(page.isPending || (isStale && rows.length === 0)) && <PendingRows what={noun} />}
      <Text className="visually-hidden" role="status">
        {page.data && !isStale && `${rows.length} ${noun} on this page`}
      </Text>
      {!isStale && <Pages cursor={page.data?.cursor} pathOf={(to) => control.pathOf({ cursor: to })} />}
    </Stack>
  )
}

function columnsOf<L extends ListSchema, Row>({ list, text, cells, control }: Props<L, Row>): Column<Row>[] {
  return list.columns.flatMap((key: L['columns'][number]) => {
    const label = text.columns[key]
    const cell = cells[key]
    if (label === undefined || cell === undefined) return []
    const sorts = list.sorts.filter((one) => one === key || one === `-${key}`)
    const [first] = sorts
    if (first === undefined) return [{ key, label, cell }]
    const isSorted = sorts.includes(control.sort)
    const next = (isSorted && sorts.find((one) => one !== control.sort)) || first
    const header = <SortButton key={key} label={label} onClick={() => control.setSort(next)} />
    return [{ key, label, cell, header, sortDirection: isSorted ? directionOf(control.sort) : undefined }]
  })
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
