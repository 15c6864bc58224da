import type { Bootstrap } from '@coffer/contract/play'
import { PlayFailure } from '@coffer/web'
import { meetHost, postToHost } from '../host/host.ts'
import { failureOf } from '../kit/answers.ts'
import { land, route } from '../kit/route.ts'
import { locale } from '../kit/words.ts'
import { boxDetail, boxes } from '../offers/boxes.ts'
import { noteFreeOpens } from '../offers/free-opens.ts'
import { beginUpgrader } from '../offers/upgrader-config.ts'
import { openBox, resumeOpen } from '../opening/open-box.ts'
import { dropPending, findPending, type Pending } from '../play/pending.ts'
import { unfinished } from '../rounds/rounds.ts'
import { api } from '../session/api.ts'
import { refreshBalance, setBalance } from '../session/balance.ts'
import { hasGame, homeRoute } from '../session/games.ts'
import { beginSession, current, phase, restoreSession, session, updateSession } from '../session/session.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { resumeUnknownUpgrade, resumeUpgrade } from '../upgrader/play-upgrade.ts'
import { readyPayload, takeEarly } from './inbound.ts'
import { wear } from './theme.ts'

let launchToken: string | null = null

/** Takes the launch token out of the address and starts, or goes on after a reload. */
export async function boot(): Promise<void> {
  launchToken = takeLaunchToken()
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
  if (launchToken === null && !restoreSession()) {
    phase.value = { name: 'failed', failure: new PlayFailure('LAUNCH_TOKEN_INVALID', 0) }
    return
  }
  try {
    if (launchToken !== null) beginSession(await api.call('initSession', { body: { launchToken } }))
  } catch (thrown) {
    phase.value = { name: 'failed', failure: failureOf(thrown) }
    return
  }
  const isNew = launchToken !== null
  launchToken = null
  await enter(isNew)
}

/** The token is a secret: it leaves the address, and with it the history, before anything else happens. */
function takeLaunchToken(): string | null {
  const token = /[#&]token=(lt_[\w-]+)/.exec(location.hash)?.[1] ?? null
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}

async function enter(isNew: boolean): Promise<void> {
  const { bootstrap } = current()
  document.title = bootstrap.tenant.name
  locale.value = bootstrap.tenant.locale
  wear(bootstrap.theme.tokens)
  if (!meetHost(bootstrap.allowedOrigins)) {
    phase.value = { name: 'failed', failure: new PlayFailure('FOREIGN_PAGE', 0) }
    return
  }
  if (isNew) landOnTarget(bootstrap.game.target)
  phase.value = { name: 'playing' }
  postToHost('ready', readyPayload())
  if (isNew) setBalance(bootstrap.player.balanceMinor)
  else void refreshBalance()
  refreshSessionFigures()
  takeEarly()
  if (hasGame('upgrader')) beginUpgrader(isNew)
  if (hasGame('mystery_box')) void boxes.load()
  await goOn(isNew)
}

function landOnTarget(target: Bootstrap['game']['target']): void {
  if (target) noteFreeOpens([target])
  land(target ? { screen: 'box', boxId: target.boxId } : homeRoute())
}

/** Brings a click that was left without an answer to its end before another begins. */
async function goOn(isNew: boolean): Promise<void> {
  const left = current().bootstrap.resume
  const pending = findPending()
  const isKnown = isNew ? pending !== null && left?.clientActionId === pending.body.clientActionId : pending !== null
  if (pending && isKnown) {
    return repeat(pending)
  }
  dropPending()
  if (!isNew || !left) return openOnArrival()
  if (left.gameKey === 'upgrader' && hasGame('upgrader')) {
    land({ screen: 'upgrader' })
    return resumeUnknownUpgrade(left.clientActionId)
  }
  unfinished.value = left.publicId
}

function repeat(pending: Pending): Promise<void> {
  if (pending.game === 'upgrader') {
    land({ screen: 'upgrader' })
    return resumeUpgrade(pending.aim, pending.body)
  }
  land({ screen: 'box', boxId: pending.boxId })
  return resumeOpen(pending)
}

/** A launch with `autoOpen` opens its box once, not again after a reload. */
async function openOnArrival(): Promise<void> {
  const { bootstrap, autoOpened } = current()
  const target = bootstrap.game.target
  if (!target?.autoOpen || autoOpened || route.value.screen !== 'box' || !session.value) return
  updateSession({ autoOpened: true })
  const detail = boxDetail(target.boxId)
  if (!detail.state.value.data) await detail.load()
  const box = detail.state.value.data
  if (box) await openBox(box, 1)
}
