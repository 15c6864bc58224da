import { mulDivFloor } from '@coffer/contract/money'
import { later, rest, type Slots, withSlot } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type Batch, type EndpointKey, givenBack, type Outcome, postDelivery, recordOutcomes } from './attempts.ts'
import { type Claimed, claimDeliveries } from './delivery-store.ts'
import { openSecrets } from './endpoint.ts'
import { findSendable } from './endpoint-store.ts'
import { payloadKeyOf } from './payloads.ts'

/** What all endpoints of a process share. */
export type SenderSlots = { calls: Slots; database: Slots }

/**
 * Sends what is due for one endpoint until nothing is left, `isEnding` says so, or its turn is over. A slow answer holds no other up:
 * there are always as many under way as the limits let. Returns how many were sent. Attempts are committed before they are sent, so a
 * process that dies loses nothing: what it had taken is due again after `limits.webhookLostMs`.
 */
export function sendDue(
  ctx: Context,
  endpoint: EndpointKey,
  slots: SenderSlots,
  isEnding: () => boolean,
): Promise<number> {
  return new Turn(ctx, endpoint, slots).run(isEnding)
}

/**
 * One endpoint's turn. Deliveries are claimed, posted and recorded beside each other: claimed in groups ahead of being posted where the
 * endpoint takes them quickly, and recorded in groups as their answers come.
 */
class Turn {
  readonly #ctx: Context
  readonly #endpoint: EndpointKey
  readonly #slots: SenderSlots
  readonly #over = new AbortController()
  /** Claimed and not posted yet, in order. */
  #hand: { batch: Batch; delivery: Claimed }[] = []
  /** Answered and not recorded yet, in the order of the answers. */
  #outcomes: Outcome[] = []
  #postingCount = 0
  /** Calls that it has of those that all endpoints share: of what is posted, and of what is to be posted next. */
  #callsCount = 0
  #recordingCount = 0
  #sentCount = 0
  /** Posted at once: few until the endpoint is seen to take them, so that hanging endpoints hold few of the calls that all share. */
  #window: number
  #isClaiming = false
  /** The pace at which the endpoint takes deliveries is counted from here. */
  #claimedMono: number
  #takenCount = 0
  /** Nothing more was due a moment ago: when it is looked again. */
  #lookMono = Number.NEGATIVE_INFINITY
  #isRecordDue = false
  #failure: { error: unknown } | null = null
  #wake = () => {}

  constructor(ctx: Context, endpoint: EndpointKey, slots: SenderSlots) {
    this.#ctx = ctx
    this.#endpoint = endpoint
    this.#slots = slots
    this.#window = ctx.limits.webhookProbeCount
    this.#claimedMono = ctx.clock.mono()
  }

  async run(isEnding: () => boolean): Promise<number> {
    const endsMono = this.#mono() + this.#ctx.limits.webhookTurnMs
    void this.#wakeNowAndThen()
    for (;;) {
      const mayClaim = !isEnding() && this.#mono() < endsMono && this.#failure === null
      if (isEnding()) this.#giveBack()
      this.#postFromHand()
      if (this.#handIsStale()) this.#giveBack()
      if (mayClaim && this.#mono() >= this.#lookMono) this.#beginClaim()
      if (this.#shouldRecord()) void this.#record()
      this.#releaseCalls()
      if (this.#isIdle()) break
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#over.abort()
    if (this.#failure !== null) throw this.#failure.error
    return this.#sentCount
  }

  #mono(): number {
    return this.#ctx.clock.mono()
  }

  /** For answers that were gathered long enough, and as one that hangs must not keep waiting what comes meanwhile. */
  async #wakeNowAndThen(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await rest(this.#ctx.clock, this.#ctx.limits.webhookGatherMs, this.#over.signal)
      this.#isRecordDue = this.#outcomes.length > 0
      this.#wake()
    }
  }

  #isIdle(): boolean {
    const heldCount = this.#hand.length + this.#postingCount + this.#outcomes.length + this.#recordingCount
    return heldCount === 0 && !this.#isClaiming
  }

  /** The endpoint has become slow: what waits here could be sent by another process, or later. */
  #handIsStale(): boolean {
    const oldest = this.#hand[0]
    return oldest !== undefined && this.#mono() - oldest.batch.claimedMono > this.#ctx.limits.webhookHandMs
  }

  #giveBack(): void {
    if (this.#hand.length === 0) return
    const now = this.#ctx.clock.now()
    for (const { batch, delivery } of this.#hand.splice(0)) this.#outcomes.push(givenBack(batch.target, delivery, now))
  }

  #postFromHand(): void {
    for (let next = this.#hand[0]; next && this.#postingCount < this.#window && this.#hasCall(); next = this.#hand[0]) {
      this.#hand.shift()
      this.#postingCount += 1
      this.#sentCount += 1
      void this.#post(next.batch, next.delivery)
    }
  }

  #hasCall(): boolean {
    if (this.#callsCount === this.#postingCount && this.#slots.calls.tryTake()) this.#callsCount += 1
    return this.#callsCount > this.#postingCount
  }

  #releaseCalls(): void {
    while (!this.#isClaiming && this.#callsCount > this.#postingCount + this.#hand.length) {
      this.#callsCount -= 1
      this.#slots.calls.release()
    }
  }

  async #post(batch: Batch, delivery: Claimed): Promise<void> {
    const outcome = await postDelivery(this.#ctx, batch, delivery)
    const { limits } = this.#ctx
    const isTaken = outcome?.kind === 'taken'
    this.#window = isTaken ? Math.min(this.#window * 2, limits.webhookBatchCount) : limits.webhookProbeCount
    if (isTaken) this.#takenCount += 1
    this.#postingCount -= 1
    if (outcome !== null) this.#outcomes.push(outcome)
    this.#wake()
  }

  /** At once when nothing else is under way that could be recorded with it. */
  #shouldRecord(): boolean {
    if (this.#outcomes.length === 0 || this.#recordingCount > 0) return false
    const isAlone = this.#postingCount + this.#hand.length === 0
    const isFull = 2 * this.#outcomes.length >= this.#ctx.limits.webhookGroupCount
    return isAlone || isFull || this.#isRecordDue
  }

  async #record(): Promise<void> {
    const outcomes = this.#outcomes.splice(0, this.#ctx.limits.webhookGroupCount)
    this.#recordingCount = outcomes.length
    this.#isRecordDue = false
    await withSlot(this.#slots.database, () => recordOutcomes(this.#ctx, this.#endpoint, outcomes))
    this.#recordingCount = 0
    this.#wake()
  }

  #beginClaim(): void {
    if (this.#isClaiming) return
    const room = this.#room()
    if (room <= 0) return
    this.#isClaiming = true
    void this.#claim(room).then(() => {
      this.#isClaiming = false
      this.#wake()
    })
  }

  /** How many more are to be claimed now. Some ahead of being posted, once the endpoint takes as many at once as it may be sent. */
  #room(): number {
    const { webhookBatchCount, webhookGroupCount } = this.#ctx.limits
    const heldCount = this.#hand.length + this.#postingCount
    const unrecordedCount = this.#outcomes.length + this.#recordingCount
    const aheadCount = this.#window === webhookBatchCount ? Math.max(0, this.#aheadCount()) : 0
    if (aheadCount === 0) return this.#window - heldCount - unrecordedCount
    if (4 * this.#hand.length > aheadCount || unrecordedCount > webhookGroupCount) return 0
    return aheadCount + this.#window - heldCount
  }

  /** What it takes in a quarter of the time that deliveries may wait in hand, at its pace of late. */
  #aheadCount(): number {
    const { webhookGroupCount, webhookHandMs } = this.#ctx.limits
    const tookMs = Math.ceil(Math.max(1, this.#mono() - this.#claimedMono))
    return Math.min(webhookGroupCount - this.#window, mulDivFloor(this.#takenCount, webhookHandMs, 4 * tookMs))
  }

  async #claim(room: number): Promise<void> {
    try {
      const count = await this.#takeCalls(room)
      const batch = await withSlot(this.#slots.database, () => claimBatch(this.#ctx, this.#endpoint, count))
      const claimed = batch?.claimed ?? []
      if (claimed.length < count) this.#lookMono = this.#mono() + this.#ctx.limits.webhooksIntervalMs
      if (batch === null) return
      await this.#ctx.points.at('webhook:attempt-recorded')
      for (const delivery of claimed) this.#hand.push({ batch, delivery })
      this.#claimedMono = this.#mono()
      this.#takenCount = 0
    } catch (error) {
      this.#failure = { error }
    }
  }

  /** At least one call, waiting for it if need be. Returns how many may be claimed: no more than there are calls where those are scarce. */
  async #takeCalls(room: number): Promise<number> {
    const { calls } = this.#slots
    if (this.#callsCount === this.#postingCount) {
      await calls.take()
      this.#callsCount += 1
    }
    const wantedCount = Math.min(this.#window, this.#postingCount + room)
    while (this.#callsCount < wantedCount && calls.tryTake()) this.#callsCount += 1
    return this.#callsCount < wantedCount ? Math.max(1, this.#callsCount - this.#postingCount) : room
  }
}

async function claimBatch(ctx: Context, endpoint: EndpointKey, count: number): Promise<Batch | null> {
  const { operatorId, endpointId } = endpoint
  const now = ctx.clock.now()
  const claimedMono = ctx.clock.mono()
  return ctx.tx(operatorId, async (tx) => {
    const found = await findSendable(tx, operatorId, endpointId)
    if (!found) return null
    const { url, mayBePrivate } = found
    const claimed = await claimDeliveries(
      tx,
      { ...endpoint, url },
      { now, lostAt: later(now, ctx.limits.webhookLostMs), count },
    )
    if (claimed.length === 0) return null
    const secrets = openSecrets(ctx, endpoint, found.secrets, now)
    const target = { ...endpoint, url: new URL(url), savedUrl: url, mayBePrivate, secrets }
    return { target, claimed, dataKey: await payloadKeyOf(ctx, tx, operatorId, claimed), claimedMono }
  })
}
