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

const KEY = /^[A-Za-z0-9_.-]{1,80}$/
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/

/** Faults of the fields. */
export type NewBoxFaults = Readonly<Partial<Record<'key' | 'slug' | 'name', string>>>

export function newBoxFaults({ key, slug, name }: NewBoxDraft): NewBoxFaults {
  return {
    ...(!KEY.test(key.trim()) && { key: 'Enter 1 to 80 letters, digits or . _ -.' }),
    ...(!SLUG.test(slug.trim()) && { slug: 'Enter lower-case words with hyphens.' }),
    ...(name.trim() === '' && { name: 'Enter a name.' }),
  }
}
