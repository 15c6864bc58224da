import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATA_VERSION } from '@coffer/contract/events'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { actionAnswer, created, type HttpAnswer, ok } from '../../service/src/http/handlers.ts'
import type { DomainEvent } from '../../service/src/webhooks/index.ts'

/** What goes out is typed. The compiler runs these but the last: where the wrong thing compiles, an error that is expected is missing. */

test('an event does not compile with the payload of another, or of none', () => {
  const emit = (_event: DomainEvent): void => {}
  const at = new Date(0)
  const named = { playerExternalId: null, idempotencyKey: 'once', occurredAt: at }
  const payload = { dataVersion: DATA_VERSION, occurredAt: at.toISOString() } as const
  emit({ ...named, type: 'settings_changed', payload })
  // @ts-expect-error an archived box is named
  emit({ ...named, type: 'box_archived', payload })
  // @ts-expect-error no endpoint can subscribe to it
  emit({ ...named, type: 'settings_lost', payload })
})

test('an answer does not compile with the body of another status, or where the route has none of its status', () => {
  const answer = (_answer: HttpAnswer<(typeof s2sRoutes)['reverifyKyc']>): void => {}
  answer(ok({ status: 'already_open', requestId: 1 }))
  answer(created({ status: 'opened', requestId: 1 }))
  // @ts-expect-error what was open was not created
  answer(created({ status: 'already_open', requestId: 1 }))
  // @ts-expect-error whose it is, is missing
  answer(ok({ status: 'already_open' }))
  // @ts-expect-error the route is never answered so
  answer({ status: 202, body: { status: 'opened', requestId: 1 } })
})

test('an answer that was stored compiles only where the route says that it replays', () => {
  const stored = actionAnswer({ status: 200, body: {}, replayed: true })
  const purchase = (_answer: HttpAnswer<(typeof s2sRoutes)['purchase']>): void => {}
  const health = (_answer: HttpAnswer<(typeof s2sRoutes)['health']>): void => {}
  purchase(stored)
  // @ts-expect-error nothing of it is stored
  health(stored)
})

/** Routes that refuse a player of whom we have never heard with a code that is none of their refusals. */
function unsaidRefusals(routes: Record<string, Route>): string[] {
  return Object.entries(routes).flatMap(([name, { player, refusals }]) =>
    typeof player === 'object' && !refusals.includes(player.orElse) ? [name] : [],
  )
}

test('a route says among its refusals how it refuses a player who is unheard of', () => {
  assert.deepEqual(unsaidRefusals(s2sRoutes), [])
  const { getRound } = s2sRoutes
  assert.deepEqual(unsaidRefusals({ getRound, other: { ...getRound, refusals: ['UNKNOWN_BOX'] } }), ['other'])
})
