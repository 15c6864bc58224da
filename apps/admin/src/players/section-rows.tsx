import { Stack, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { isInvalid } from '../api/api.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageButtons } from '../ui/pages.tsx'
import classes from './players.module.css'
import type { PageQuery } from './use-player.ts'

type Props<Row> = {
  /** The rows within a sentence, as in "Loading the vault…". */
  what: string
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  empty: string
  page: PageQuery<Row>
  /** Shows another page; null: the first one. Omitted when only the first page is shown. */
  onPage?: (cursor: string | null) => void
}

/** A table of a section that is read on its own, or why there is none. */
export function SectionRows<Row>({ what, label, columns, keyOf, empty, page, onPage }: Props<Row>) {
  const { data, error, isPending, isPlaceholderData } = page
  const rows = data?.rows ?? []
  // A cursor that the service no longer accepts.
  const firstPage = onPage && isInvalid(error, 'cursor') ? () => onPage(null) : undefined
  return (
    <SectionPart query={page} {...(firstPage && { retryLabel: 'Show the first page', onRetry: firstPage })}>
      {(isPending || (isPlaceholderData && rows.length === 0)) && <Loading what={what} />}
      {data !== undefined && !isPlaceholderData && rows.length === 0 && <Text>{empty}</Text>}
      {rows.length > 0 && (
        <DataTable isInset label={label} columns={columns} rows={rows} keyOf={keyOf} isBusy={isPlaceholderData} />
      )}
      {onPage && data && (
        <PageButtons label={`Pages of ${what}`} cursor={data.cursor} isBusy={isPlaceholderData} onPage={onPage} />
      )}
    </SectionPart>
  )
}

type PartProps = {
  query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** Label of the button after a failure. */
  retryLabel?: string
  onRetry?: () => unknown
  children: ReactNode
}

/** The content of a section that is read on its own, and why it could not be read. */
export function SectionPart({ query, retryLabel = 'Try again', onRetry = query.refetch, children }: PartProps) {
  const { error, isFetching } = query
  const part = useRef<HTMLDivElement>(null)
  const retry = () => {
    void onRetry()
    // The button is gone when it succeeds.
    part.current?.focus({ preventScroll: true })
  }
  return (
    <Stack gap="sm" className={classes.part} tabIndex={-1} ref={part}>
      {error !== null && (
        <FailureAlert error={error}>
          <ActionButton variant="default" isBusy={isFetching} onClick={retry}>
            {retryLabel}
          </ActionButton>
        </FailureAlert>
      )}
      {children}
    </Stack>
  )
}
