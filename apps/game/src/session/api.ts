import { createPlayApi, type PlayApi } from '@coffer/web'
import { endSession, session } from './session.ts'

let current = createPlayApi({
  baseUrl: '',
  getToken: () => session.value?.bootstrap.sessionToken ?? null,
  onSessionEnd: endSession,
})

export const api: PlayApi = { call: (route, request) => current.call(route, request) }

/** Replaces the player API by that of a preview. */
export function replaceApi(preview: PlayApi): void {
  current = preview
}
