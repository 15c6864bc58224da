import { z } from 'zod'

/** A setting that is an http or https address. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '', {
    error: 'must not hold a user or a password',
  })

/** A setting that is a scheme, a host and a port, such as `https://boxes.example`, in the spelling of an origin. */
export const webRoot = webAddress
  .refine(isRoot, { error: 'must be an address without a path, a query and a fragment, such as https://boxes.example' })
  .transform((text) => new URL(text).origin)

function isRoot(text: string): boolean {
  const { pathname, search, hash } = new URL(text)
  return /^\/+$/.test(pathname) && search === '' && hash === '' && !/[?#]/.test(text)
}
