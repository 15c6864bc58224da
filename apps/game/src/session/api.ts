import { createPlayApi, type PlayApi } from '@coffer/web'
import { endSession, session } from './session.ts'

let calls = createPlayApi({
  baseUrl: '',
  getToken: () => session.value?.bootstrap.sessionToken ?? null,
  onSessionEnd: endSession,
})

export const api: PlayApi = { call: (route, request) => calls.call(route, request) }

/** Lets a preview answer the calls of the game in place of the service. */
export function answerWith(preview: PlayApi): void {
  calls = preview
}
