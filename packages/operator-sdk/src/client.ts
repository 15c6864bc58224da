import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { CallOptions, Coffer } from './client-types.ts'
import { CofferError } from './error.ts'
import { type Failure, isOpenEnded, saysNothing } from './failure.ts'
import { mayRepeat, pauseAfter, type RouteName, repeatableOf, withActionId } from './repeats.ts'
import { requestOf } from './request.ts'
import { aborted, randomText, send } from './send.ts'
import { type CofferOptions, checkTimes, type Settings, settingsOf } from './settings.ts'

/**
 * A client of the backend API with one method per route: `coffer.createLaunch(body)`, `coffer.listBoxes({limit: 20})`,
 * `coffer.getBox({boxId: 42})`. Path parameters, query and body are given as one object; a second one may hold a `signal`, a
 * `timeoutMs` and a `retry` for this call.
 * Every method throws {@link CofferError} when Coffer refuses or no answer comes, and TypeError for what cannot be sent.
 */
export function createCoffer(options: CofferOptions): Coffer {
  const settings = settingsOf(options)
  const methods = Object.keys(s2sRoutes).map((name) => [
    name,
    (input: object = {}, wish: CallOptions = {}) => call(settings, name as RouteName, input, wish),
  ])
  return Object.fromEntries(methods)
}

/** How far a call has come: its time with all waits, and whether Coffer has still to say how a try ended. */
type Progress = { tries: number; spentMs: number; undecided: boolean }

/** Sends a request until it is decided, its time is up, or it may not be sent again. Every try has the same bytes. */
async function call(settings: Settings, name: RouteName, input: object, wish: CallOptions): Promise<unknown> {
  const route: Route = s2sRoutes[name]
  const request = requestOf(
    settings.baseUrl,
    route,
    withActionId(name, input, () => randomText(settings)),
  )
  const { signal, timeoutMs = settings.timeoutMs, retry = settings.retry } = wish
  checkTimes({ timeoutMs, retry })
  const progress: Progress = { tries: 0, spentMs: 0, undecided: false }
  for (;;) {
    const began = performance.now()
    const outcome = await send(settings, request, { timeoutMs: nextTimeout(progress, timeoutMs, retry.forMs), signal })
    if ('answer' in outcome) return outcome.answer
    const { failure } = outcome
    progress.tries += 1
    progress.undecided = isUndecided(route, failure, progress.undecided)
    const pauseMs = pauseAfter(failure, progress.tries, spread(settings))
    progress.spentMs += performance.now() - began + pauseMs
    const ends = !mayRepeat(repeatableOf(name, route), failure) || progress.spentMs >= retry.forMs
    if (ends) throw errorOf(failure, progress)
    if (!(await waited(settings, pauseMs, signal))) throw errorOf(aborted(signal), progress)
  }
}

/** A repeat gets no longer than the call has left. Timers count whole milliseconds. */
function nextTimeout({ tries, spentMs }: Progress, timeoutMs: number, forMs: number): number {
  return Math.ceil(tries === 0 ? timeoutMs : Math.min(timeoutMs, forMs - spentMs))
}

/** After a try of unknown end, only an answer of Coffer's about the request itself decides. */
function isUndecided({ method }: Route, failure: Failure, wasUndecided: boolean): boolean {
  if (method === 'GET') return false
  return isOpenEnded(failure) || (wasUndecided && saysNothing(failure))
}

function errorOf(failure: Failure, progress: Progress): CofferError {
  if (!progress.undecided) return new CofferError(failure, progress)
  const words = 'How the request ended is not known: send the same one again, with the same ids.'
  return new CofferError({ ...failure, message: `${failure.message} ${words}` }, progress)
}

function spread({ randomBytes }: Settings): number {
  return (randomBytes(1)[0] ?? 0) / 255
}

/** False when the signal ended the wait. */
async function waited(settings: Settings, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await settings.wait(ms, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
  }
  return signal?.aborted !== true
}
