import type { Route } from '@coffer/contract/route'
import type { z } from 'zod'
import { invalidField, messagesByPath, Refusal } from '../kernel/index.ts'
import { parseQuery, type WebRequest } from '../platform/index.ts'

export type RawInput = { params: unknown; query: unknown; body: unknown }

/** The request's parts as the route's schemas read them. Throws a 422 that names everything that is wrong at once. */
export function readInput(route: Route, request: WebRequest): RawInput {
  const written: RawInput = {
    params: request.params,
    query: parseQuery(request.raw.url ?? ''),
    body: route.receives === 'image' ? bodyBytes(request) : readJson(request),
  }
  const faults: [path: string, message: string][] = []
  const read = (part: keyof RawInput): unknown => {
    const result = route[part]?.safeParse(written[part], { error: sayRequired })
    if (!result || result.success) return result?.data
    for (const issue of result.error.issues) {
      for (const [path, words] of faultsOf(issue)) faults.push([path.map(String).join('.') || part, words])
    }
  }
  const body = route.receives === 'image' ? written.body : read('body')
  const input = { params: read('params'), query: read('query'), body }
  if (faults.length > 0) throw new Refusal('VALIDATION_FAILED', { fields: messagesByPath(faults) })
  return input
}

/** A field that nobody knows is named itself, not what it stands in. */
function faultsOf(issue: z.core.$ZodIssue): [PropertyKey[], string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path, issue.message]]
  return issue.keys.map((key) => [[...issue.path, key], 'is not known here'])
}

function sayRequired(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is required' : undefined
}

/** The bytes of the body; none when there is no body. */
export function bodyBytes(request: WebRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
/** Bytes that are not UTF-8 are refused: replaced by a stand-in, two different ids would become one. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function readJson(request: WebRequest): unknown {
  const bytes = bodyBytes(request)
  if (bytes.length === 0) return {}
  if (!JSON_TYPE.test(request.contentType)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalidField('body', 'must be JSON in UTF-8')
  }
}

/** A field of a body that has not been judged yet; undefined when there is none. */
export function peekField(request: WebRequest, name: string): unknown {
  try {
    return JSON.parse(utf8.decode(bodyBytes(request)))?.[name]
  } catch {
    return undefined
  }
}

/** The tokens of a comma list in a query. What they mean is for whoever knows them. */
export function commaList(list: string | undefined): string[] {
  return (list ?? '').split(',').map((token) => token.trim())
}

/** A time of a query, as its schema has let it in. */
export function timeOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
