import { createPlayApi } from '@coffer/web'
import { endSession, session } from './session.ts'

export const api = createPlayApi({
  baseUrl: '',
  getToken: () => session.value?.bootstrap.sessionToken ?? null,
  onSessionEnd: endSession,
})
