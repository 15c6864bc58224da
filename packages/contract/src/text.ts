import { z } from 'zod'
import { isPlain, lineOf } from './written.ts'

/**
 * A string that arrives over the wire, `min` to `max` characters (code points).
 * U+0000 is refused because PostgreSQL cannot store it, a lone surrogate because two different ids would be stored as one.
 */
export function wireText(min: number, max: number) {
  return sized(storable(), min, max)
}

/** A line that a person writes, read as it is kept ({@link lineOf}): `min` to `max` characters of what is left. */
export function lineText(min: number, max: number) {
  const line = storable()
    .overwrite(lineOf)
    .refine(isPlain, { error: 'must not contain control characters or changes of the writing direction' })
  return sized(line, min, max)
}

const storable = () => z.string().refine(isStorable, { error: 'must not contain U+0000 or a lone surrogate' })

function sized(schema: z.ZodString, min: number, max: number) {
  return schema
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
