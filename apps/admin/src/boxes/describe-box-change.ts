import type { AdminBoxAttribute, AdminBoxChange, AuditChange } from '@coffer/contract/admin'
import { actionText } from '../text/audit.ts'
import { yesOrNo } from '../text/numbers.ts'

const ACTIONS: Readonly<Partial<Record<AdminBoxChange['action'], string>>> = {
  'box.archived': 'Archived',
  'box.picture_set': 'Picture set',
  'box.restored': 'Restored',
}
const ATTRIBUTE = 'attributes.'
const SHORT_TEXT_CHARACTERS = 80

/** Describes a change of a box, one line for each field. `declared`: the attributes that boxes have now. */
export function describeBoxChange(
  { action, changes }: AdminBoxChange,
  declared: readonly AdminBoxAttribute[],
): string[] {
  const label = ACTIONS[action]
  if (label !== undefined) return [label]
  const lines = action === 'box.changed' ? changes.flatMap((change) => lineOf(change, declared)) : []
  return lines.length === 0 ? [actionText(action)] : lines
}

/** The line about a field; none for the change of the box itself. */
function lineOf({ field, before, after }: AuditChange, declared: readonly AdminBoxAttribute[]): string[] {
  if (field === null) return []
  const { label, none } = fieldText(field)
  // The audit log records numbers that are not safe integers as strings.
  const isNumber = declared.some(({ name, type }) => field === `${ATTRIBUTE}${name}` && type === 'number')
  const textOf = (value: unknown) => (isNumber && typeof value === 'string' ? value : valueText(value, none))
  return [`${label}: from ${textOf(before)} to ${textOf(after)}`]
}

/** The label of a field, and the word for its missing value. */
function fieldText(field: string): { label: string; none: string } {
  if (field.startsWith(ATTRIBUTE)) return { label: `Attribute ${field.slice(ATTRIBUTE.length)}`, none: 'the default' }
  return { label: FIELDS[field] ?? field, none: 'none' }
}

const FIELDS: Readonly<Partial<Record<string, string>>> = {
  name: 'Name',
  description: 'Description',
  refundable: 'Returnable before opening',
}

function valueText(value: unknown, none: string): string {
  if (value === null || value === undefined) return none
  if (typeof value === 'boolean') return yesOrNo(value)
  if (typeof value !== 'string') return String(value)
  return value === '' ? 'empty' : `“${shortText(value)}”`
}

/** The beginning of a long text. */
function shortText(text: string): string {
  const characters = [...text]
  if (characters.length <= SHORT_TEXT_CHARACTERS) return text
  return `${characters.slice(0, SHORT_TEXT_CHARACTERS - 1).join('')}…`
}
