import { z } from 'zod'

/**
 * A string that arrives over the wire, `min` to `max` characters (code points).
 * U+0000 is refused because PostgreSQL cannot store it, a lone surrogate because two different ids would be stored as one.
 */
export function wireText(min: number, max: number) {
  return z
    .string()
    .refine(isStorable, { error: 'must not contain U+0000 or a lone surrogate' })
    .refine((text) => text.length >= min && [...text].length >= min, {
      error: min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    })
    .refine((text) => text.length <= max * 2 && [...text].length <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({ minLength: min, maxLength: max })
}

/** True when a text can be stored and read back unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
