import { createPlayApi, PlayFailure } from '@coffer/web'
import { endSession, session } from './session.ts'

export const api = createPlayApi({
  baseUrl: '',
  getToken: () => session.value?.bootstrap.sessionToken ?? null,
  onSessionEnd: endSession,
})

export function failureOf(thrown: unknown): PlayFailure {
  if (thrown instanceof PlayFailure) return thrown
  throw thrown
}

export function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
