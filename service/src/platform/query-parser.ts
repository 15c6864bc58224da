import { invalidField } from '../kernel/index.ts'

export type Query = Record<string, string | string[]>

/**
 * Reads the query of a request target. A name that stands once is a string; one that is repeated, or written `x[]` or `x[0]`, is
 * a list under `x`. Other brackets belong to the name: `filter[meta.colour]`. Throws a 422 for what is not UTF-8: a lenient
 * reading would make one id of two.
 */
export function parseQuery(target: string): Query {
  const query: Query = Object.create(null)
  const mark = target.indexOf('?')
  if (mark === -1) return query
  for (const pair of target.slice(mark + 1).split('&')) {
    if (pair !== '') addPair(query, pair)
  }
  return query
}

function addPair(query: Query, pair: string): void {
  const equals = pair.indexOf('=')
  const written = decode(equals === -1 ? pair : pair.slice(0, equals), 'query')
  const value = decode(equals === -1 ? '' : pair.slice(equals + 1), written)
  const name = written.replace(/\[\d*\]$/, '')
  const before = query[name]
  if (before === undefined) query[name] = name === written ? value : [value]
  else query[name] = [before, value].flat()
}

function decode(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidField(field, 'must be percent-encoded UTF-8')
  }
}
