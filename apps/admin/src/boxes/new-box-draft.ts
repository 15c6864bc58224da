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

/** The longest key and the longest slug. */
export const CODE_CHARACTERS = 80

/** The key and the slug that a name suggests, such as gold-rush for Gold Rush!; empty if the name has no letters from A to Z and no digits. */
export function codeOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, CODE_CHARACTERS)
    .replace(/-$/, '')
}

/** The draft with another name. The key and the slug follow it while they are empty or what the name before suggests. */
export function withName(draft: NewBoxDraft, name: string): NewBoxDraft {
  const before = codeOf(draft.name)
  const follow = (code: string) => (code === '' || code === before ? codeOf(name) : code)
  return { ...draft, name, key: follow(draft.key), slug: follow(draft.slug) }
}

/** True while nothing is typed. */
export function isBlank({ key, slug, name, description, reason }: NewBoxDraft): boolean {
  return [key, slug, name, description, reason].every((text) => text === '')
}

/** Faults of the fields. */
export type NewBoxFaults = Readonly<Partial<Record<'key' | 'slug' | 'name', string>>>

export function newBoxFaults({ key, slug, name }: NewBoxDraft): NewBoxFaults {
  return {
    ...(!CATALOGUE_KEY.test(key.trim()) && { key: 'Enter 1 to 80 letters, digits or . _ - without spaces.' }),
    ...(!BOX_SLUG.test(slug.trim()) && { slug: 'Enter lower-case words with hyphens, without spaces.' }),
    ...(name.trim() === '' && { name: 'Enter a name.' }),
  }
}
