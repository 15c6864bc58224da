import type { Route } from '@coffer/contract/route'

export type PlainRequest = { url: string; path: string; body: string | undefined }

/** Spreads one input object over path, query and body of a route. `path` is the request target that is signed. */
export function requestOf(baseUrl: string, route: Route, input: Record<string, unknown>): PlainRequest {
  const rest = { ...input }
  const filled = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    if (value === undefined) throw new TypeError(`${name} is missing`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const url = new URL(new URL(baseUrl).pathname.replace(/\/$/, '') + filled, baseUrl)
  if (route.method === 'GET') for (const [name, value] of given(rest)) url.searchParams.set(name, String(value))
  const body = route.method === 'POST' ? JSON.stringify(rest) : undefined
  return { url: url.href, path: url.pathname + url.search, body }
}

function given(values: Record<string, unknown>): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
