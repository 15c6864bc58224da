import type { WebRequest } from '../../platform/index.ts'

/** True for a request of a browser that loads a page before its user asks for it. */
export function isPrefetch({ headers }: WebRequest): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))
}

/** False for a request that a browser makes for a part of a page. A client that does not say so is believed to navigate. */
export function isNavigation({ headers }: WebRequest): boolean {
  const { 'sec-fetch-dest': dest } = headers
  return dest === undefined || /^(document|iframe|frame)$/.test(String(dest))
}
