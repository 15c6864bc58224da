import { wireText } from './text.ts'

/** A scheme, a host and perhaps a port, and nothing of the syntax of the headers and messages that an origin goes into as it is. */
const ORIGIN = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/** An origin as a browser writes it: lower-case, without a port that the scheme has anyway, a path or a slash at the end. */
export const webOrigin = wireText(1, 300).refine((text) => ORIGIN.test(text) && URL.parse(text)?.origin === text, {
  error: 'must be an origin such as https://casino.example',
})
