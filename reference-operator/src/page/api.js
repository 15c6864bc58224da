/** Calls of the page to its own casino. */

export const slug = /** @type {string} */ (document.documentElement.dataset.slug)
export const player = new URLSearchParams(location.search).get('player') || 'demo-player'

/**
 * The answer of `/c/<slug>/api/<name>`. Throws an Error whose message can be shown, with the `status`; 0 when nothing was answered.
 * @param {string} name
 * @param {Record<string, string>} [query]
 * @returns {Promise<any>}
 */
export function read(name, query = {}) {
  return answerOf(fetch(`/c/${slug}/api/${name}?${new URLSearchParams({ player, ...query })}`))
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export function send(name, body) {
  const headers = { 'content-type': 'application/json' }
  return answerOf(
    fetch(`/c/${slug}/api/${name}`, { method: 'POST', headers, body: JSON.stringify({ player, ...body }) }),
  )
}

/**
 * Changes what belongs to the casino and not to a player.
 * @param {'PUT' | 'POST' | 'DELETE'} method
 * @param {string} name
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<any>}
 */
export function change(method, name, body) {
  const headers = { 'content-type': 'application/json' }
  return answerOf(fetch(`/c/${slug}/api/${name}`, { method, headers, body: body && JSON.stringify(body) }))
}

/** @param {Promise<Response>} pending */
async function answerOf(pending) {
  const response = await pending.catch(() => null)
  const body = await response?.json().catch(() => null)
  if (response?.ok) return body
  const fields = Object.entries(body?.error?.fields ?? {}).map(([name, problems]) => `${name} ${problems.join(', ')}`)
  const message = body?.error?.message ?? 'The casino cannot be reached. Nothing was charged. Please try again.'
  throw Object.assign(new Error([message, ...fields].join(' ')), { status: response?.status ?? 0 })
}
