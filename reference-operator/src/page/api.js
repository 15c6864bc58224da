/**
 * Calls of the page to its own casino. Its server says what each one answers.
 * @typedef {import('../site/api.ts').SiteAnswers} SiteAnswers
 */

/**
 * What can be called with a method, and what that answers.
 * @template {string} Method
 * @typedef {{[Call in keyof SiteAnswers as Call extends `${Method} ${infer Name}` ? Name : never]: SiteAnswers[Call]}} AnswersTo
 */

export const slug = /** @type {string} */ (document.documentElement.dataset.slug)
export const player = new URLSearchParams(location.search).get('player') || 'demo-player'

/**
 * The answer of `/c/<slug>/api/<name>`. Throws an Error whose message can be shown, with the `status`; 0 when nothing was answered.
 * @template {keyof AnswersTo<'GET'>} Name
 * @param {Name} name
 * @param {Record<string, string>} [query]
 * @returns {Promise<AnswersTo<'GET'>[Name]>}
 */
export function read(name, query = {}) {
  return inTurn(name, () => fetch(addressOf(name, query)))
}

/**
 * As `read`, for whoever looks at one thing after another: nobody waits for a thing that they have left. The asker keeps the answer that
 * was asked for last.
 * @template {keyof AnswersTo<'GET'>} Name
 * @param {Name} name
 * @param {Record<string, string>} query
 * @returns {Promise<AnswersTo<'GET'>[Name]>}
 */
export function readAtOnce(name, query) {
  return answerOf(() => fetch(addressOf(name, query)))
}

/**
 * @template {keyof AnswersTo<'POST'>} Name
 * @param {Name} name
 * @param {Record<string, unknown>} body
 * @returns {Promise<AnswersTo<'POST'>[Name]>}
 */
export function send(name, body) {
  const headers = { 'content-type': 'application/json' }
  return inTurn(name, () =>
    fetch(`/c/${slug}/api/${name}`, { method: 'POST', headers, body: JSON.stringify({ player, ...body }) }),
  )
}

/**
 * Changes what belongs to the casino and not to a player.
 * @template {'PUT' | 'POST'} Method
 * @template {keyof AnswersTo<Method> & string} Name
 * @param {Method} method
 * @param {Name} name
 * @param {Record<string, unknown>} body
 * @returns {Promise<SiteAnswers[keyof SiteAnswers & `${Method} ${Name}`]>}
 */
export function change(method, name, body) {
  const headers = { 'content-type': 'application/json' }
  return inTurn(name, () => fetch(`/c/${slug}/api/${name}`, { method, headers, body: JSON.stringify(body) }))
}

/**
 * Takes away what belongs to the casino and not to a player: one rule, or all of them.
 * @template {keyof AnswersTo<'DELETE'>} Name
 * @param {Name} name
 * @param {number} [ruleId]
 * @returns {Promise<AnswersTo<'DELETE'>[Name]>}
 */
export function remove(name, ruleId) {
  const query = ruleId === undefined ? '' : `?ruleId=${ruleId}`
  return inTurn(name, () => fetch(`/c/${slug}/api/${name}${query}`, { method: 'DELETE' }))
}

/** @param {string} name @param {Record<string, string>} query */
function addressOf(name, query) {
  return `/c/${slug}/api/${name}?${new URLSearchParams({ player, ...query })}`
}

/** @type {Map<string, Promise<unknown>>} */
const lastCalls = new Map()

/**
 * Calls of one subject, the first part of the name, go one at a time. Two at once could overtake each other, and what was true before a
 * deed would be shown after it, under the hand of whoever goes on from there.
 * @param {string} name
 * @param {() => Promise<Response>} call
 */
function inTurn(name, call) {
  const subject = /** @type {string} */ (name.split(/[/?]/)[0])
  const answer = (lastCalls.get(subject) ?? Promise.resolve()).then(() => answerOf(call))
  lastCalls.set(
    subject,
    answer.catch(() => {}),
  )
  return answer
}

/** @param {() => Promise<Response>} call */
async function answerOf(call) {
  const response = await call().catch(() => null)
  const body = await response?.json().catch(() => null)
  if (response?.ok) return body
  const fields = Object.entries(body?.error?.fields ?? {}).map(([name, problems]) => `${name} ${problems.join(', ')}`)
  const message = body?.error?.message ?? 'The casino cannot be reached. Nothing was charged. Please try again.'
  throw Object.assign(new Error([message, ...fields].join(' ')), { status: response?.status ?? 0 })
}
