import { BOX_SLUG, CATALOGUE_KEY } from '@coffer/contract/box-names'

/** A new box as the viewer enters it. */
export type NewBoxDraft = {
  readonly key: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly refundable: boolean
  readonly reason: string
}

export const EMPTY_BOX: NewBoxDraft = { key: '', slug: '', name: '', description: '', refundable: true, reason: '' }

/** Faults of the fields. */
export type NewBoxFaults = Readonly<Partial<Record<'key' | 'slug' | 'name', string>>>

export function newBoxFaults({ key, slug, name }: NewBoxDraft): NewBoxFaults {
  return {
    ...(!CATALOGUE_KEY.test(key.trim()) && { key: 'Enter 1 to 80 letters, digits or . _ -.' }),
    ...(!BOX_SLUG.test(slug.trim()) && { slug: 'Enter lower-case words with hyphens.' }),
    ...(name.trim() === '' && { name: 'Enter a name.' }),
  }
}
