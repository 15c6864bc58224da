import type { SignedCalls } from './signed-calls.ts'

/** A `fetch` for the SDK's client that notes each call and its answer, and changes neither. */
export function notingFetch(calls: SignedCalls, operator: string): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const note = calls.begin(operator, {
      direction: 'to-coffer',
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : '',
    })
    try {
      const response = await fetch(url, init)
      const answer = await response.text()
      note({ status: response.status, answer, end: 'answered' })
      return new Response(response.status === 204 ? null : answer, response)
    } catch (error) {
      note({ status: null, answer: null, end: 'failed' })
      throw error
    }
  }
}
