import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenedRound } from '@coffer/contract/shapes'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { callPlay, type PlayRouteName } from '../support/player.ts'
import { type Reply, replyOf } from './clicks.ts'
import type { Stage, StageOperator } from './stage.ts'

/** How a player's sessions begin. */
export type PlayerPlan = { externalId: string; currency: string; isFunded: boolean }

export const PLAYERS: readonly PlayerPlan[] = [
  { externalId: 'ann', currency: 'EUR', isFunded: false },
  { externalId: 'bob', currency: 'EUR', isFunded: false },
  { externalId: 'usha', currency: 'USD', isFunded: false },
  { externalId: 'fay', currency: 'EUR', isFunded: true },
]

/** Who all click at one moment, at one process, and do nothing else: their opens share transactions. */
const CROWD_COUNT = 16
export const CROWD: readonly PlayerPlan[] = Array.from({ length: CROWD_COUNT }, (_, index) => {
  return { externalId: `crowd-${index}`, currency: 'EUR', isFunded: false }
})

const FREE_OPENS_COUNT = 100
const RETRY_MS = 300
const ENTER_END_MS = 600_000

/** A player of one operator in a session, who reaches both processes of the service. */
export class KillPlayer {
  readonly operator: StageOperator
  readonly plan: PlayerPlan
  readonly #urls: readonly string[]
  readonly #backends: Coffer[]
  #token = ''

  constructor(stage: Stage, operator: StageOperator, plan: PlayerPlan) {
    this.operator = operator
    this.plan = plan
    this.#urls = stage.serviceUrls
    const { keyId, keySecret } = operator
    this.#backends = stage.serviceUrls.map((baseUrl) =>
      createCoffer({ baseUrl, keyId, keySecret, retry: { forMs: 0 } }),
    )
  }

  get name(): string {
    return `${this.operator.slug}/${this.plan.externalId}`
  }

  backend(service: number): Coffer {
    return this.#backends[service]!
  }

  /** Launches and enters, as often as it takes, until an end. */
  async enter(): Promise<void> {
    const end = performance.now() + ENTER_END_MS
    for (let tries = 0; performance.now() < end; tries++) {
      const launched = await replyOf(this.backend(tries % 2).createLaunch(this.#launch()))
      const launchToken = launched?.body.launchToken
      const entered = launchToken ? await this.#call(tries % 2, 'initSession', { body: { launchToken } }) : null
      if (entered?.status === 200) {
        this.#token = String(entered.body.sessionToken)
        return
      }
      await sleep(RETRY_MS)
    }
    throw new Error(`${this.name} could not enter in ${ENTER_END_MS} ms`)
  }

  #launch() {
    const { externalId: playerExternalId, currency, isFunded } = this.plan
    const { boxId } = this.operator
    const funded = isFunded ? { funding: 'operator' as const, fundingRounds: FREE_OPENS_COUNT } : {}
    return { playerExternalId, gameKey: 'mystery_box' as const, currency, target: { boxId }, ...funded }
  }

  /** Calls a player route of one process; null when no answer came. */
  call(service: number, name: PlayRouteName, options: Parameters<typeof callPlay>[2] = {}): Promise<Reply | null> {
    return this.#call(service, name, { token: this.#token, ...options })
  }

  async #call(service: number, name: PlayRouteName, options: Parameters<typeof callPlay>[2]): Promise<Reply | null> {
    try {
      const { status, headers, body } = await callPlay<OpenedRound>(this.#urls[service]!, name, options)
      return { status, retries: headers.has('retry-after'), body: body as unknown as Record<string, unknown> }
    } catch (error) {
      // What `fetch` says when a connection was refused or broke, whole or in the middle of an answer.
      if (error instanceof TypeError) return null
      throw error
    }
  }

  reels(count: number) {
    const { boxVersionId } = this.operator
    return Array.from({ length: count }, (_, reelIndex) => ({ reelIndex, boxVersionId }))
  }
}
