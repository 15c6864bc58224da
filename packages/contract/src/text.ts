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
    .refine((text) => text.length <= unreadLength(max), { error: tooLong(max), abort: true })
    .overwrite(lineOf)
    .refine(isPlain, { error: 'must not contain control characters or changes of the writing direction' })
  return sized(line, min, max)
}

/** UTF-16 units that a line may have before it is read, blanks and invisible characters included: NFC takes quadratic time. */
const unreadLength = (max: number) => max * 4 + 64

const tooLong = (max: number) => `must have at most ${max} characters`

const storable = () => z.string().refine(isStorable, { error: 'must not contain U+0000 or a lone surrogate' })

function sized(schema: z.ZodString, min: number, max: number) {
  return schema
    .refine((text) => text.length >= min && [...text].length >= min, {
      error: min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
    })
    .refine((text) => text.length <= max * 2 && [...text].length <= max, {
      error: tooLong(max),
    })
    .meta({ minLength: min, maxLength: max })
}

/** True when a text can be stored and read back unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
