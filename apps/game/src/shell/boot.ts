import type { Bootstrap } from '@coffer/contract/play'
import { ApiFailure } from '@coffer/web'
import { effect, untracked } from '@preact/signals'
import { meetHost, postToHost } from '../host/host.ts'
import { failureOf } from '../kit/answers.ts'
import { land, route } from '../kit/route.ts'
import { locale } from '../kit/words.ts'
import { dropPending, findPending } from '../play/pending.ts'
import { unfinished } from '../rounds/rounds.ts'
import { api } from '../session/api.ts'
import { refreshBalance, setBalance } from '../session/balance.ts'
import { hasGame, homeRoute } from '../session/games.ts'
import { takeLaunchToken } from '../session/launch.ts'
import { beginSession, current, phase, restoreSession, updateSession } from '../session/session.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { GAME_KEYS, GAMES } from './games.ts'
import { readyPayload, takeEarly } from './inbound.ts'
import { wear } from './theme.ts'

let launchToken: string | null = null

/** Starts with the launch token of the address, or goes on with the session that this launch has begun already. */
export async function boot(): Promise<void> {
  const token = takeLaunchToken()
  if (restoreSession()) {
    const { at } = current()
    // The address that a frame is mounted with again says nothing of where the player was.
    if (token !== null && at !== null) land(at)
    return enter(false)
  }
  await bootWith(token)
}

/** Begins a session with a launch token, or fails without one. */
export async function bootWith(token: string | null): Promise<void> {
  launchToken = token
  await start()
}

/**
 * A start that may not have used the token can be tried again with it. After SERVICE_UNAVAILABLE or no answer it may have been used
 * all the same: the next try says so then, and a new launch begins again.
 */
export function canBootAgain(code: string): boolean {
  return (
    launchToken !== null && ['OFFLINE', 'UNREADABLE', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'].includes(code)
  )
}

export async function bootAgain(): Promise<void> {
  phase.value = { name: 'loading' }
  await start()
}

async function start(): Promise<void> {
  if (launchToken === null) {
    phase.value = { name: 'failed', failure: new ApiFailure('LAUNCH_TOKEN_INVALID', 0) }
    return
  }
  try {
    beginSession(await api.call('initSession', { body: { launchToken } }))
  } catch (thrown) {
    phase.value = { name: 'failed', failure: failureOf(thrown) }
    return
  }
  launchToken = null
  await enter(true)
}

async function enter(isNew: boolean): Promise<void> {
  const { bootstrap } = current()
  applyBranding(bootstrap)
  if (!meetHost(bootstrap.allowedOrigins)) {
    phase.value = { name: 'failed', failure: new ApiFailure('FOREIGN_PAGE', 0) }
    return
  }
  if (isNew) land(GAMES[bootstrap.game.key].land?.() ?? homeRoute())
  effect(() => {
    const at = route.value
    untracked(() => updateSession({ at }))
  })
  phase.value = { name: 'playing' }
  postToHost('ready', readyPayload())
  if (isNew) setBalance(bootstrap.player.balanceMinor)
  else void refreshBalance()
  refreshSessionFigures()
  takeEarly()
  for (const key of GAME_KEYS.filter(hasGame)) GAMES[key].begin?.(isNew)
  await goOn(isNew)
}

/** Applies the name, the locale and the theme of the operator. */
export function applyBranding({ tenant, theme }: Pick<Bootstrap, 'tenant' | 'theme'>): void {
  document.title = tenant.name
  locale.value = tenant.locale
  wear(theme.tokens)
}

/** Brings a click that was left without an answer to its end before another begins. */
async function goOn(isNew: boolean): Promise<void> {
  const { resume: left, game } = current().bootstrap
  const pending = findPending()
  const isKnown = isNew ? pending !== null && left?.clientActionId === pending.body.clientActionId : pending !== null
  if (pending && isKnown) return GAMES[pending.game].resume(pending)
  dropPending()
  if (!isNew || !left) return GAMES[game.key].start?.()
  const { resumeUnknown } = GAMES[left.gameKey]
  if (resumeUnknown && hasGame(left.gameKey)) return resumeUnknown(left.clientActionId)
  unfinished.value = left.publicId
}
