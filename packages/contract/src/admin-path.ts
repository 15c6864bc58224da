import { wireText } from './text.ts'

const ROOT = '/admin'
/** The sign-in address, refused as a landing path. */
const SIGN_IN_PATH = `${ROOT}/sso`
/** A second slash or a backslash may begin a host, two dots leave the admin, and a fragment may carry a login token. */
const UNSAFE = /\/\/|\\|\.\.|#|\p{Cc}|^\s*[a-z][a-z0-9+.-]*:/iu

const MAX_LENGTH = 1000
/** A percent sign that begins no escape, or an escape of a letter that needs none: no route is spelled so. */
const MISSPELLED = /%(?![0-9a-f]{2})|%(2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f)/i

/** A landing path inside the admin, with or without `/admin`; read as a path that begins with `/admin` (decisions §11). */
export const adminPath = wireText(1, MAX_LENGTH)
  .refine((text) => adminPathOf(text) !== null, {
    error: 'must be a path inside the admin, such as /shipping, without //, .., #, a backslash or a scheme',
  })
  .overwrite((text) => adminPathOf(text) ?? text)

/** The path with its query, percent-encoded; null for a text that could lead out of the admin. */
export function adminPathOf(text: string): string | null {
  if (text.length > MAX_LENGTH || !isSafe(text)) return null
  const path = text.startsWith('/') ? text : `/${text}`
  const isInside = path === ROOT || path.startsWith(`${ROOT}/`) || path.startsWith(`${ROOT}?`)
  const { pathname, search } = new URL(isInside ? path : ROOT + path, 'http://admin.invalid')
  return pathname === SIGN_IN_PATH || MISSPELLED.test(pathname) ? null : pathname + search
}

/**
 * False when the text, or anything that it decodes to, could be read as another address. Only ASCII is decoded: other bytes are parts of
 * letters. Each round shortens the text.
 */
function isSafe(text: string): boolean {
  for (let read = text; ; ) {
    if (UNSAFE.test(read)) return false
    const decoded = read.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (decoded === read) return true
    read = decoded
  }
}
