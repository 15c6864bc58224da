import type { Route } from '@coffer/contract/route'
import { sign } from '@coffer/operator-sdk'
import type { Sample } from './door.ts'
import type { TestOperator, World } from './world.ts'

export type SignedAnswer = { status: number; code: string | null; text: string; body: Record<string, unknown> }

/** A signed request without a nonce: the same bytes, as often as they are sent, to whichever process. */
export type SignedBytes = { send(baseUrl?: string): Promise<SignedAnswer> }

export function signedBytes(
  world: World,
  { keyId, keySecret }: Pick<TestOperator, 'keyId' | 'keySecret'>,
  { method, path: pattern }: Route,
  { params, query, body: sent }: Sample,
): SignedBytes {
  const named = pattern.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? name)
  const search = new URLSearchParams(query ?? {}).toString()
  const path = `${named}${search && `?${search}`}`
  const body = sent === undefined ? '' : JSON.stringify(sent)
  const timestamp = Math.floor(world.clock.now().getTime() / 1000)
  const { headers } = sign({ keyId, secret: keySecret, method, path, body, timestamp })
  const json = body === '' ? {} : { body, headers: { ...headers, 'content-type': 'application/json' } }
  return {
    send: async (baseUrl = world.baseUrl) => {
      const response = await fetch(`${baseUrl}${path}`, { method, headers, ...json })
      const text = await response.text()
      const answer = text === '' ? {} : JSON.parse(text)
      return { status: response.status, code: answer.error?.code ?? null, text, body: answer }
    },
  }
}
