import type { ListFilters, ListSchema } from '@coffer/contract/list'
import type { CursorPair } from '@coffer/contract/shapes'
import type { ReactNode } from 'react'
import type { ListControl } from './list-state.ts'
import type { ListText } from './list-text.ts'

/** The request of a page of a list. */
type PageRequest<L extends ListSchema> = ListFilters<L> & { sort: L['sorts'][number]; cursor?: string }

/** Properties of the screen of a list. */
export type ListProps<L extends ListSchema, Row> = {
  /** Key of the pages in the cache, and the name of the exported file. */
  name: string
  title: string
  /** Plural noun for the rows, as in "No staff match the filters." */
  noun: string
  list: L
  text: ListText<L>
  control: ListControl
  read: (request: PageRequest<L>) => Promise<{ rows: readonly Row[]; cursor: CursorPair }>
  exportRows: (filters: ListFilters<L>) => Promise<Blob>
  keyOf: (row: Row) => string | number
  /** Cells of the columns that have a label. */
  cells: Readonly<Partial<Record<L['columns'][number], (row: Row) => ReactNode>>>
  /** Columns of numbers, which are aligned to the end. */
  numbers?: readonly L['columns'][number][]
  empty: ReactNode
  actions?: ReactNode
  /** Actions on the rows that match. They are shown while there are some. */
  rowActions?: ReactNode
  /** Buttons of one row, in a last column. */
  rowButtons?: ((row: Row) => ReactNode) | undefined
  /** Reads the page again every 30 seconds while the user is active, and when the user returns to the window. */
  refreshes?: boolean
  /** Shown above the rows, such as the result of an action. */
  notice?: ReactNode
}
