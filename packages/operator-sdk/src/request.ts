import type { Route } from '@coffer/contract/route'

export type PlainRequest = { url: string; method: Route['method']; path: string; body: string | undefined }

/** Spreads one input object over path, query and body of a route. `path` is the request target that is signed. */
export function requestOf(baseUrl: string, route: Route, input: object): PlainRequest {
  const rest: Record<string, unknown> = { ...input }
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const segment = segmentOf(name, rest[name])
    delete rest[name]
    return segment
  })
  const url = new URL(new URL(baseUrl).pathname.replace(/\/$/, '') + filled, baseUrl)
  if (route.method === 'GET') for (const [name, value] of given(rest)) url.searchParams.set(name, String(value))
  const body = route.method === 'POST' ? JSON.stringify(rest) : undefined
  return { url: url.href, method: route.method, path: url.pathname + url.search, body }
}

/** An empty segment, or one that leads upwards, would be the path of another route. */
function segmentOf(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '') throw new TypeError(`${name} is missing`)
  if (text === '.' || text === '..') throw new TypeError(`${name} cannot be ${text}`)
  return encodeURIComponent(text)
}

function given(values: Record<string, unknown>): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
