import { type Permission, STAFF_ROLES } from './permissions.ts'

/** The lists of the admin as data, without the validation library: the pages use them too. */

/**
 * A filter of a list. `choice`: is one of the options. `text`: contains a text, in any case. `operator`: of the operator with this slug, for
 * staff of the platform.
 */
export type ListFilter =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' | 'operator' }

/** One list. The API validates the query by it, the page shows its columns and filters, and the export writes its columns. */
export type ListSchema = {
  readonly permission: Permission
  /** Fields of a row, in the order of the page and of the export. */
  readonly columns: readonly string[]
  readonly filters: { readonly [name: string]: ListFilter }
  /** Orders by name of a column; a minus sign in front reverses it. The first is the default. */
  readonly sorts: readonly string[]
}

function defineList<const L extends ListSchema>(list: L): L {
  return list
}

/** `invited`: has never signed in. */
export const STAFF_STATUSES = ['active', 'invited', 'disabled'] as const

export const STAFF_LIST = defineList({
  permission: 'staff.read',
  columns: ['email', 'displayName', 'externalId', 'roles', 'status', 'lastSignedInAt', 'createdAt'],
  filters: {
    search: { kind: 'text' },
    role: { kind: 'choice', options: STAFF_ROLES },
    status: { kind: 'choice', options: STAFF_STATUSES },
    operator: { kind: 'operator' },
  },
  sorts: ['-createdAt', 'createdAt', 'email', '-email', '-lastSignedInAt', 'lastSignedInAt'],
})
