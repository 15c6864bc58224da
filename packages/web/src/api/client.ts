import { ApiFailure, readFailure } from './failure.ts'

/** A route of the contract, as far as the types of its answers need it. */
type RouteShape = { readonly method: 'GET' | 'POST'; readonly path: string; readonly success: object }
type RouteTable = Record<string, RouteShape>

/** An image is not JSON: no call of it succeeds, and {@link Api.urlOf} is for it. */
type Outcome<Schema> = Schema extends { _output: infer Output }
  ? Output
  : Schema extends 'csv' | 'json-file'
    ? Blob
    : Schema extends 'image'
      ? never
      : undefined
type Input<Schema> = Schema extends { _input: infer Given } ? Given : never
type Part<Route, Name extends string> = Route extends { [K in Name]: infer Schema }
  ? { [K in Name]: Input<Schema> }
  : unknown

/** The body of a route's successful answer; undefined when it has none. */
export type AnswerOf<Route extends RouteShape> = Outcome<Route['success'][keyof Route['success']]>
/** The input of a call: path parameters, query and body. */
export type RequestOf<Route> = Route extends { params: unknown } | { query: unknown } | { body: unknown }
  ? Part<Route, 'params'> & Partial<Part<Route, 'query'>> & BodyOf<Route>
  : Record<string, never>

/** An image is sent as it is. */
type BodyOf<Route> = Route extends { receives: 'image' } ? { body: Blob } : Part<Route, 'body'>

/**
 * Method, path and time-out in milliseconds of each route. The types hold it to the contract's route table, whose values stay out of the
 * bundle because they bring the validation library.
 */
export type Endpoints<Routes extends RouteTable> = {
  readonly [R in keyof Routes]: readonly [Routes[R]['method'], Routes[R]['path'], number?]
}

const TIMEOUT_MS = 12_000

export type ApiOptions = {
  /** Origin of the service, without a slash at the end; empty for the page's own. */
  baseUrl: string
  /** Headers that authenticate a call. */
  headers(method: 'GET' | 'POST'): Readonly<Record<string, string>>
  /** Called with each failure that came as an answer, before it is thrown. */
  onFailure?(failure: ApiFailure): void
  fetch?: typeof globalThis.fetch
  /** Wall clock in milliseconds, for `Retry-After` dates. */
  now?(): number
}

export type Api<Routes extends RouteTable> = {
  /** Calls a route. Throws {@link ApiFailure}. */
  call<R extends keyof Routes>(route: R, request: RequestOf<Routes[R]>): Promise<AnswerOf<Routes[R]>>
  /** The URL of a route that the browser loads directly, such as an image. */
  urlOf<R extends keyof Routes>(route: R, request: RequestOf<Routes[R]>): string
}

type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A client of a route table of the contract. */
export function createApi<Routes extends RouteTable>(endpoints: Endpoints<Routes>, options: ApiOptions): Api<Routes> {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args))
  const now = options.now ?? Date.now
  const urlOf = (path: string, { params, query }: LooseRequest) =>
    options.baseUrl + fillPath(path, params) + queryText(query)
  return {
    async call(route, request) {
      const [method, path, timeoutMs = TIMEOUT_MS] = endpoints[route]
      const { body } = request as LooseRequest
      const headers = { ...contentHeaders(body), ...options.headers(method) }
      const init = { method, headers, body: bytesOf(body), signal: AbortSignal.timeout(timeoutMs) }
      const answer = await send(urlOf(path, request as LooseRequest), init as RequestInit).catch(offline)
      if (answer.status === 204) return undefined as never
      if (answer.ok && isFile(answer)) return (await answer.blob().catch(offline)) as never
      const json: unknown = await answer.json().catch(() => null)
      if (answer.ok && json !== null) return json as never
      const failure = readFailure(answer.status, answer.headers.get('retry-after'), json, now())
      options.onFailure?.(failure)
      throw failure
    },
    urlOf: (route, request) => urlOf(endpoints[route][1], request as LooseRequest),
  }
}

function contentHeaders(body: unknown): Record<string, string> {
  const type = body instanceof Blob ? body.type : 'application/json'
  return { accept: 'application/json', ...(body !== undefined && { 'content-type': type }) }
}

function bytesOf(body: unknown): Blob | string | undefined {
  return body === undefined || body instanceof Blob ? body : JSON.stringify(body)
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryText(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function isFile({ headers }: Response): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') === true
}

function offline(): never {
  throw new ApiFailure('OFFLINE', 0)
}
