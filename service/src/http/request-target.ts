/**
 * What needs no encoding and is never encoded: a route must have one spelling, for whoever filters by it as for the router. The tilde
 * is not in it: form encoders write it as %7E, it stands in ids only, and no route has one.
 */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i

/** Whether a request target is spelled as the routes are: no encoded letter, no empty or dot segment, no backslash. */
export function isCanonical(target: string): boolean {
  const path = pathOf(target)
  return path.startsWith('/') && !NEEDLESSLY_ENCODED.test(path) && !/\/\/|\\|#|\/\.{1,2}(?=\/|$)/.test(path)
}

/** The path that a lenient reader takes a target for: it tells the surface that even a badly spelled target belongs to. */
export function plainPath(target: string): string {
  if (isCanonical(target) && !target.includes('%')) return pathOf(target)
  const path = pathOf(target).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
  const decoded = path.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const { pathname } = new URL(`http://plain/${decoded.replace(/[?#]/g, '_')}`)
  return new URL(`http://plain${pathname.replace(/\/{2,}/g, '/')}`).pathname
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
