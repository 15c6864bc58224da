// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles of table elements that are not displayed as a table

import type { MouseEvent, ReactNode, RefObject } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Shown in place of the label in the head of the table. */
  header?: ReactNode
  sortDirection?: 'ascending' | 'descending' | undefined
  /** Aligns the cells to the end on wide screens, so that digits of the same place line up. */
  isNumber?: boolean
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  isBusy?: boolean
  /** Leaves out the border and the outer padding, for a section that has them. */
  isInset?: boolean
  bodyRef?: RefObject<HTMLTableSectionElement | null>
}

/**
 * A table. On a narrow screen each row is a card with the labels of the columns. A link in the first column opens the row.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, isBusy = false, isInset = false, bodyRef }: Props<Row>) {
  return (
    <table
      className={isInset ? `${classes.table} ${classes.inset}` : classes.table}
      role="table"
      aria-label={label}
      aria-busy={isBusy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, header, sortDirection, isNumber }) => (
            <th
              key={key}
              className={isNumber ? classes.number : undefined}
              scope="col"
              role="columnheader"
              aria-sort={sortDirection}
            >
              {header ?? label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={bodyRef}>
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" onClick={openRow}>
            {columns.map(({ key, label, cell, isNumber }, index) =>
              index === 0 ? (
                <th key={key} scope="row" role="rowheader">
                  {cell(row)}
                </th>
              ) : (
                <td key={key} className={isNumber ? classes.number : undefined} role="cell" data-label={label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opens the link of a row on a click anywhere in it, unless the user presses a control or selects text. A link to a new tab is not opened. */
function openRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  const isControl = (target as Element).closest('a, button, input, select, label') !== null
  if (isControl || `${getSelection()}` !== '') return
  currentTarget.querySelector<HTMLElement>('th a:not([target])')?.click()
}
