import { wireText } from './text.ts'

/** A scheme, a host and perhaps a port, and nothing of the syntax of the headers and messages that an origin goes into as it is. */
const ORIGIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/**
 * An origin, read as a browser writes it: in small letters and without the port that the scheme has anyway. A path, or a slash at the end,
 * is none of an origin.
 */
export const webOrigin = wireText(1, 300)
  .refine((text) => originOf(text) !== null, { error: 'must be an origin such as https://casino.example' })
  .overwrite((text) => originOf(text) ?? text)

function originOf(text: string): string | null {
  return ORIGIN.test(text) ? (URL.parse(text)?.origin ?? null) : null
}
