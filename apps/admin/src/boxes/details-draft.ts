import type { AdminBox, AdminBoxAttribute } from '@coffer/contract/admin'
import type { AttributeValue } from '@coffer/contract/box-names'
import type { BoxDetails } from './use-box.ts'

/** The details of a box as the viewer edits them. `attributes`: the content of the field of each; null for the default. */
export type DetailsDraft = {
  readonly name: string
  readonly description: string
  readonly refundable: boolean
  readonly attributes: Readonly<Record<string, string | null>>
  readonly reason: string
}

export function draftOf({ name, description, refundable, attributes }: AdminBox): DetailsDraft {
  return {
    name,
    description: description ?? '',
    refundable,
    attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, typedValue(attribute)])),
    reason: '',
  }
}

/** The own value of an attribute as the content of its field; null for the default. */
function typedValue({ value }: AdminBoxAttribute): string | null {
  return value === null ? null : String(value)
}

/** The details of a box, with its own values of attributes. */
export function detailsOf({ name, description, refundable, attributes }: AdminBox): BoxDetails {
  return { name, description, refundable, attributes: valuesOf(attributes, ({ value }) => value) }
}

/** The edited details. Parts that were not edited are as they were. */
export function editedDetails(draft: DetailsDraft, box: AdminBox): BoxDetails {
  const before = draftOf(box)
  return {
    name: draft.name === before.name ? box.name : draft.name.trim(),
    description: draft.description === before.description ? box.description : draft.description.trim() || null,
    refundable: draft.refundable,
    attributes: valuesOf(box.attributes, (attribute) => editedValue(attribute, draft)),
  }
}

function valuesOf(
  attributes: readonly AdminBoxAttribute[],
  ownValue: (attribute: AdminBoxAttribute) => AttributeValue | null,
): BoxDetails['attributes'] {
  return Object.fromEntries(
    attributes.flatMap((attribute) => {
      const value = ownValue(attribute)
      return value === null ? [] : [[attribute.name, value]]
    }),
  )
}

/** The own value that an attribute gets; null for the default. */
function editedValue(attribute: AdminBoxAttribute, draft: DetailsDraft): AttributeValue | null {
  const text = draft.attributes[attribute.name] ?? null
  // A number in another notation is kept.
  if (text === typedValue(attribute)) return attribute.value
  if (text === null) return null
  switch (attribute.type) {
    case 'boolean':
      return text === 'true'
    case 'number':
      return text.trim() === '' ? null : Number(text)
    case 'text':
      return text
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

export type DetailsFaults = {
  readonly name?: string | undefined
  /** By the name of the attribute. */
  readonly attributes: ReadonlyMap<string, string>
}

/** Faults of the fields. */
export function faultsOf(draft: DetailsDraft, { attributes }: AdminBox): DetailsFaults {
  const isFaulty = (attribute: AdminBoxAttribute) => {
    const text = draft.attributes[attribute.name] ?? null
    return attribute.type === 'number' && text !== null && text !== typedValue(attribute) && !isNumber(text.trim())
  }
  return {
    name: draft.name.trim() === '' ? 'Enter a name.' : undefined,
    attributes: new Map(
      attributes.filter(isFaulty).map(({ name }) => [name, 'Enter a number such as 1.5, or leave the field empty.']),
    ),
  }
}

function isNumber(text: string): boolean {
  return text === '' || (NUMBER.test(text) && Number.isFinite(Number(text)))
}

export function isSame(one: BoxDetails, other: BoxDetails): boolean {
  const names = Object.keys({ ...one.attributes, ...other.attributes })
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.refundable === other.refundable &&
    names.every((name) => one.attributes[name] === other.attributes[name])
  )
}
