import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Coffer waits up to 10 s for a wallet; a repeat that comes meanwhile waits with the first request. */
const TIMEOUT_MS = 15_000
const RETRY_FOR_MS = 30_000
/** Timers hold no longer ones. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1
/** What an id or a secret of Coffer's is made of; a header could not carry all else. */
const KEY = /^[\x21-\x7e]+$/

export type CofferOptions = {
  /** Address of the service, e.g. `https://games.example`. */
  baseUrl: string
  /** `ck_live_…` or `ck_test_…`. */
  keyId: string
  keySecret: string
  fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970, to sign with. Default `Date.now`. */
  now?: () => number
  randomBytes?: (size: number) => Uint8Array
  /**
   * For how long a call that may be sent twice is repeated while it is undecided or finds nobody, counted from its beginning.
   * Default 30 000 milliseconds; 0 never repeats.
   */
  retry?: { forMs: number }
  /** Longest wait for one answer, in milliseconds. Default 15 000. */
  timeoutMs?: number
  /** Waits between two tries, in milliseconds, until the signal ends it. Default is a timer. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export type Settings = Required<CofferOptions>

/** Fills in what was left out. Throws TypeError for what cannot work, so that it shows at the start and not at the first sale. */
export function settingsOf(options: CofferOptions): Settings {
  const settings = {
    ...options,
    baseUrl: checkedBaseUrl(options.baseUrl),
    keyId: checkedKey('keyId', options.keyId),
    keySecret: checkedKey('keySecret', options.keySecret),
    fetch: options.fetch ?? globalThis.fetch,
    now: options.now ?? Date.now,
    randomBytes: options.randomBytes ?? randomBytes,
    retry: options.retry ?? { forMs: RETRY_FOR_MS },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    wait: options.wait ?? ((ms, signal) => sleep(ms, undefined, signal && { signal })),
  }
  checkTimes(settings)
  return settings
}

/** Throws TypeError for a time that is none. */
export function checkTimes({ timeoutMs, retry }: Pick<Settings, 'timeoutMs' | 'retry'>): void {
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    throw new TypeError('timeoutMs must be a number of milliseconds above 0')
  }
  if (!(retry.forMs >= 0)) throw new TypeError('retry.forMs must be a number of milliseconds, or 0 never to repeat')
}

function checkedBaseUrl(text: string): string {
  const base = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new TypeError('baseUrl must be the address of the service, such as https://games.example')
  }
  if (base.search || base.hash || base.username || base.password) {
    throw new TypeError('baseUrl must have no query, no fragment and no password')
  }
  return base.href
}

function checkedKey(name: string, text: string): string {
  if (typeof text !== 'string' || text === '') throw new TypeError(`${name} is missing`)
  if (!KEY.test(text))
    throw new TypeError(`${name} must be the whole text that Coffer gave you, with nothing around it`)
  return text
}
