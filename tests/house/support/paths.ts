import { posix } from 'node:path'
import { GAME_KEYS } from '@coffer/contract/games'

/** The path that a relative import of a file leads to, from the root of the project. */
export function targetOf(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier)
}

export function isRelative(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../')
}

/** `@scope/name` or `name` of a package specifier, without the subpath. */
export function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export const SERVICE = 'service/src/'

/**
 * The domain folders of the service: the floors between the platform and HTTP, but for `throttle`, which computes with parts of a token. A
 * game has a folder named by its key, but for boxes, which came first.
 */
export const DOMAINS: readonly string[] = [
  ...['webhooks', 'audit', 'privacy', 'operators', 'players', 'actions', 'rates', 'wallet', 'fairness'],
  ...['staff', 'media', 'catalog', 'kyc', 'sealing', 'sessions', 'campaigns'],
  ...['inventory', 'rounds', 'shipping', 'boxes', ...GAME_KEYS.filter((key) => key !== 'mystery_box'), 'games'],
]

/** The folder of a service file below `src`, or the empty text for the files that stand in `src` itself. */
export function serviceFolder(path: string): string {
  const [first, ...rest] = path.slice(SERVICE.length).split('/')
  return rest.length === 0 ? '' : (first as string)
}

export function isDomainFile(path: string): boolean {
  return path.startsWith(SERVICE) && DOMAINS.includes(serviceFolder(path))
}

/** The four kinds of file by their names; what is none of these is a noun or a verb, and its text tells which. */
export function isStore(path: string): boolean {
  return /\/(store|[a-z-]+-store|tables)\.ts$/.test(path)
}

export function isView(path: string): boolean {
  return /\/(view|[a-z-]+-view)\.ts$/.test(path)
}
