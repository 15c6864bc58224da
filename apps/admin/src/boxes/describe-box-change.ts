import type { AdminBoxAttribute, AdminBoxChange, AuditChange } from '@coffer/contract/admin'
import { actionText } from '../text/audit.ts'
import { money, percent, yesOrNo } from '../text/numbers.ts'
import { moment } from '../text/time.ts'

const ACTIONS: Readonly<Partial<Record<AdminBoxChange['action'], string>>> = {
  'box.archived': 'Archived',
  'box.created': 'Added',
  'box.picture_set': 'Picture set',
  'box.restored': 'Restored',
  'box.schedule_cancelled': 'Scheduled version cancelled or dismissed',
  'box.schedule_refused': 'Scheduled version not published',
}
const ATTRIBUTE = 'attributes.'
const SHORT_TEXT_CHARACTERS = 80

/** Describes a change of a box, one line for each field. `declared`: the attributes that boxes have now. */
export function describeBoxChange(change: AdminBoxChange, declared: readonly AdminBoxAttribute[]): string[] {
  const { action, changes, publishAt } = change
  const label = ACTIONS[action]
  if (label !== undefined) return [label]
  if (action === 'box.published') return versionLines(change, 'published')
  if (action === 'box.scheduled') {
    return [...versionLines(change, 'scheduled'), ...(publishAt === null ? [] : [`For ${moment(publishAt)}`])]
  }
  const lines = action === 'box.changed' ? changes.flatMap((field) => lineOf(field, declared)) : []
  return lines.length === 0 ? [actionText(action)] : lines
}

/** The lines about a version: its number, its price and its RTP, with those of the version before it. */
function versionLines({ changes, currency }: AdminBoxChange, verb: string): string[] {
  const of = (field: string) => changes.find((change) => change.field === field)
  const number = of('versionNumber')?.after
  return [
    typeof number === 'number' ? `Version ${number} ${verb}` : `Version ${verb}`,
    ...(currency === null ? [] : priceLine(of('priceMinor'), { before: of('currency')?.before, after: currency })),
    ...numberLine('RTP', of('rtpBps'), { before: percent, after: percent }),
  ]
}

type Currencies = { readonly before: unknown; readonly after: string }

/** The line about a price. The currency before it is recorded only if it was another. */
function priceLine(change: AuditChange | undefined, { before, after }: Currencies): string[] {
  const currencyBefore = typeof before === 'string' ? before : after
  return numberLine('Price', change, {
    before: (minor) => money(minor, currencyBefore),
    after: (minor) => money(minor, after),
  })
}

type NumberTexts = { readonly before: (value: number) => string; readonly after: (value: number) => string }

/** The line about a number; none when it is missing. */
function numberLine(label: string, change: AuditChange | undefined, textsOf: NumberTexts): string[] {
  if (typeof change?.after !== 'number') return []
  const after = textsOf.after(change.after)
  return [
    typeof change.before === 'number'
      ? `${label}: from ${textsOf.before(change.before)} to ${after}`
      : `${label}: ${after}`,
  ]
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
