import type { Coffer, CofferOptions } from '@coffer/operator-sdk'
import type { Sdk } from './packed.ts'

export const NOW_SECONDS = 1717420800
export const NOW = NOW_SECONDS * 1000
export const BASE = 'http://coffer.test'

export type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}
export type Scripted = { coffer: Coffer; sent: Sent[]; waits: number[] }

/** A client whose requests get these answers, one after the other, the last one again and again. Its waits take no time. */
export function scripted(
  { createCoffer }: Sdk,
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<CofferOptions> = {},
): Scripted {
  const sent: Sent[] = []
  const waits: number[] = []
  const coffer = createCoffer({
    baseUrl: BASE,
    keyId: 'ck_test_1',
    keySecret: 'key-secret',
    now: () => NOW,
    wait: async (ms) => waits.push(ms),
    fetch: async (url, init) => {
      sent.push({ ...(init as Omit<Sent, 'url'>), url: String(url) })
      return (answers[sent.length - 1] ?? answers.at(-1)!)()
    },
    ...options,
  })
  return { coffer, sent, waits }
}

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })

export const refusal = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  answer(
    status,
    { error: { code, message: 'm', requestId: 'r1', docUrl: `${BASE}/docs/errors/${code}`, ...more } },
    headers,
  )

/** What `fetch` throws when the system reports this. */
export const broken = (code?: string, syscall?: string) => () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('m'), { code, syscall }) })
}

export const UNDECIDED = refusal(503, 'WALLET_UNAVAILABLE', { 'retry-after': '2' })
export const FINAL = refusal(503, 'WALLET_UNAVAILABLE')
export const LOST = broken('ECONNRESET')
export const NOBODY_THERE = broken('ECONNREFUSED')
/** A page of something between us. */
export const page =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('<html>Not Coffer</html>', { status, headers })
export const GATEWAY = page(502)

export const PURCHASE = {
  playerExternalId: 'u_1',
  clientActionId: 'click-1',
  reels: [{ reelIndex: 0, boxVersionId: 7 }],
}
