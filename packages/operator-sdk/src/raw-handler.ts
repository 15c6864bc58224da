import type { HeaderBag } from './headers.ts'

/** A request as it arrived, before anything parsed it: signatures are over the raw bytes. */
export type RawRequest = {
  method: string
  /** The request target exactly as it arrived, with `?query` when there is one. */
  path: string
  headers: HeaderBag
  body: Uint8Array
}

export type RawResponse = { status: number; headers: Record<string, string>; body: string }

/** Answers requests of any server: `nodeListener` and `fastifyPlugin` bind it to some. */
export type RawHandler = (request: RawRequest) => Promise<RawResponse>

/** Largest body that is read, bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

export function answerJson(status: number, value: unknown): RawResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

export function answerError(status: number, code: string, message: string): RawResponse {
  return answerJson(status, { error: { code, message } })
}
