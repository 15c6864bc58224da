import type { ErrorCode } from '@coffer/contract/errors'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import { s2sRoutes } from '@coffer/contract/s2s'
import { setRates } from '@coffer/service/administration'
import { hours, later, minutes } from '../../../service/src/kernel/index.ts'
import { playersAs } from '../admin-players.ts'
import { type DoorAnswer, knock } from '../door.ts'
import { holdPauses, withLimits } from '../pacing.ts'
import { sureBoxes, winBody } from '../sure-boxes.ts'
import { ofPage, type ProvokersOf, type Refused, refused, voidedRound } from './refused.ts'
import { type ErrorStage, otherOperator, refuse, serverError, signInOwner } from './stage.ts'

const NOBODY = 999_999
const LOBBY = { gameKey: 'mystery_box', target: {} } as const

const init = ({ world }: ErrorStage, launchToken: string) =>
  knock(world, playRoutes.initSession, null, { body: { launchToken } })
const mint = async (stage: ErrorStage, operator = stage.usual, playerExternalId = stage.fresh()) =>
  (await operator.coffer.createLaunch({ playerExternalId, ...LOBBY })).launchToken

/** Long enough for a repeat to come while the lease still runs. */
const LEASE_LEFT_MS = 2_000
/** No other pause is as long, so `holdPauses` holds only requests that wait for another one. */
const WAITER_POLL_MS = 87

/** What a launch, a session and a price are refused for. */
export const playErrors = {
  LAUNCH_TOKEN_INVALID: { play: async (stage) => refused(await init(stage, 'lt_of_nobody')) },
  LAUNCH_TOKEN_EXPIRED: {
    play: async (stage) => {
      const token = await mint(stage)
      stage.world.clock.advance(minutes(1.1))
      return refused(await init(stage, token))
    },
  },
  LAUNCH_TOKEN_CONSUMED: {
    play: async (stage) => {
      const token = await mint(stage)
      await init(stage, token)
      return refused(await init(stage, token))
    },
  },
  SESSION_INVALID: {
    play: async ({ world }) => refused(await knock(world, playRoutes.heartbeat, { token: 'ps_of_nobody' })),
  },
  SESSION_EXPIRED: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      stage.world.clock.advance(minutes(31))
      return refused(await knock(stage.world, playRoutes.heartbeat, { token }))
    },
  },
  GAME_DISABLED: {
    play: async (stage) => {
      const operator = otherOperator(stage, 'closing')
      const token = await mint(stage, operator)
      await stage.world.settings(operator, { enabledGames: ['upgrader'] })
      const answer = await init(stage, token)
      await stage.world.settings(operator, { enabledGames: ['mystery_box'] })
      return refused(answer)
    },
    s2s: async ({ world, usual, fresh }) => {
      const body = { playerExternalId: fresh(), gameKey: 'upgrader', target: {} }
      return refused(await knock(world, s2sRoutes.createLaunch, usual, { body }))
    },
  },
  PLAYER_RESTRICTED: {
    play: async (stage) => {
      const playerExternalId = stage.fresh()
      const token = await mint(stage, stage.usual, playerExternalId)
      const until = later(stage.world.clock.now(), hours(24)).toISOString()
      await stage.usual.coffer.setRestrictions({ playerExternalId, coolOffUntil: until })
      return refused(await init(stage, token), { error: { reason: 'COOL_OFF', until } })
    },
    s2s: async ({ world, usual, fresh }) => {
      const playerExternalId = fresh()
      await usual.coffer.setRestrictions({ playerExternalId, selfExcluded: true })
      const answer = await knock(world, s2sRoutes.createLaunch, usual, { body: { playerExternalId, ...LOBBY } })
      return refused(answer, { error: { reason: 'SELF_EXCLUDED', until: null } })
    },
  },

  UNKNOWN_BOX: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      return refused(await knock(stage.world, playRoutes.getBox, { token }, { params: { boxId: String(NOBODY) } }))
    },
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.getBox, usual, { params: { boxId: String(NOBODY) } })),
    public: async ({ world }) =>
      refused(await knock(world, publicRoutes.boxVersionSnapshot, null, { params: { boxVersionId: String(NOBODY) } })),
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get(`/boxes/${NOBODY}`)),
  },
  BOX_NOT_PLAYABLE: {
    play: async (stage) => {
      const body = winBody(stage.usual, stage.fresh(), 'dust')
      await republish(stage, 109)
      return refused(await open(stage, body))
    },
    s2s: async (stage) => {
      const body = winBody(stage.usual, stage.fresh(), 'dust')
      await republish(stage, 110)
      return refused(await purchase(stage, body))
    },
  },
  UNSUPPORTED_CURRENCY: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      return refused(await knock(stage.world, playRoutes.setCurrency, { token }, { body: { currency: 'CHF' } }))
    },
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.config, usual, { query: { currency: 'CHF' } })),
  },
  FX_RATE_MOVED: {
    play: async (stage) => {
      const operator = otherOperator(stage, 'watchful')
      const player = await stage.enter(operator, { currency: 'USD' })
      const { ratePinnedAt } = player.bootstrap.session
      await setRates(stage.world.service.ctx, 'EUR', { USD: '2', JPY: '169.27', KWD: '0.3327' }, 'test')
      const answer = await open(stage, winBody(operator, stage.fresh(), 'book'), player.token)
      return refused(answer, { error: { current: { ratePinnedAt, priceMinor: 862, currency: 'USD' } } })
    },
  },
  FREE_OPENS_EXHAUSTED: {
    play: async (stage) => {
      const body = { ...winBody(stage.usual, stage.fresh(), 'book'), funding: 'operator' }
      return refused(await open(stage, body))
    },
  },

  INSUFFICIENT_FUNDS: walletSays('INSUFFICIENT_FUNDS'),
  PLAYER_BLOCKED: walletSays('PLAYER_BLOCKED'),
  REQUEST_INTERRUPTED: {
    play: (stage) =>
      repeatOfKilled(stage, async () => {
        const { token } = await stage.enter(stage.usual)
        const body = winBody(stage.usual, stage.fresh(), 'book')
        return () => open(stage, body, token)
      }),
    s2s: (stage) =>
      repeatOfKilled(stage, async () => {
        const body = { playerExternalId: stage.fresh(), ...winBody(stage.usual, stage.fresh(), 'book') }
        return () => purchase(stage, body)
      }),
  },
  WALLET_UNAVAILABLE: {
    play: async (stage) => {
      stage.fail('wallet.debit', refuse('LIMIT_REACHED'))
      const answer = await open(stage, winBody(stage.usual, stage.fresh(), 'book'))
      return refused(answer, { error: { walletErrorCode: 'LIMIT_REACHED' }, beside: voidedRound(answer) })
    },
    s2s: async (stage) => {
      stage.fail('wallet.debit', serverError())
      const answer = await purchase(stage, winBody(stage.usual, stage.fresh(), 'book'))
      return refused(answer, { beside: voidedRound(answer, true), waits: true })
    },
    admin: async (stage) => {
      const { externalId } = await stage.enter(stage.usual)
      const owner = await signInOwner(stage)
      const playerId = await playersAs(() => owner).idOf(externalId)
      stage.fail('wallet.balance', refuse('LIMIT_REACHED'))
      return ofPage(await owner.get(`/players/${playerId}/balance`), { error: { walletErrorCode: 'LIMIT_REACHED' } })
    },
  },
} as const satisfies ProvokersOf

/** What is left of a click whose process was killed while the wallet was asked: an attempt of which nobody said anything, and a lease. */
async function repeatOfKilled(stage: ErrorStage, begin: () => Promise<() => Promise<DoorAnswer>>): Promise<Refused> {
  const { world } = stage
  const click = await begin()
  stage.fail('wallet.debit', serverError())
  const first = await click()
  const leaseUntil = new Date(world.clock.now().getTime() + LEASE_LEFT_MS)
  const killed = `operation_id = (select operation_id from wallet_operations where subject_id = $1)`
  const { publicId } = first.body.round as { publicId: string }
  await stage.rows.query(`update wallet_attempts set outcome = null, reason = null, closed_at = null where ${killed}`, [
    publicId,
  ])
  await stage.rows.query(`update wallet_operations set lease_until = $2 where ${killed}`, [publicId, leaseUntil])
  const answer = await withLimits(world, { waiterPollMs: WAITER_POLL_MS }, async () => {
    const pauses = holdPauses(world.clock, WAITER_POLL_MS)
    const answering = click()
    await pauses.reached
    world.clock.advance(LEASE_LEFT_MS)
    pauses.release()
    return answering
  })
  return refused(answer, { beside: voidedRound(answer, true), waits: true })
}

async function open(stage: ErrorStage, body: object, token?: string): Promise<DoorAnswer> {
  const session = { token: token ?? (await stage.enter(stage.usual)).token }
  return knock(stage.world, playRoutes.openRound, session, { body })
}

function purchase({ world, usual, fresh }: ErrorStage, body: object): Promise<DoorAnswer> {
  return knock(world, s2sRoutes.purchase, usual, { body: { playerExternalId: fresh(), ...body } })
}

/** Gives a box another price, so that its version of before is no longer on sale. */
async function republish({ world, usual }: ErrorStage, priceMinor: number): Promise<void> {
  const box = sureBoxes().boxes.find(({ key }) => key === 'dust')!
  await world.catalogue(usual, { items: [], boxes: [{ ...box, priceMinor }] })
}

function walletSays(code: Extract<ErrorCode, 'INSUFFICIENT_FUNDS' | 'PLAYER_BLOCKED'>) {
  const provoke = (send: typeof purchase) => async (stage: ErrorStage) => {
    stage.fail('wallet.debit', refuse(code))
    const answer = await send(stage, winBody(stage.usual, stage.fresh(), 'book'))
    return refused(answer, { beside: voidedRound(answer) })
  }
  return { play: provoke(open), s2s: provoke(purchase) }
}
