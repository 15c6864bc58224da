import type { GamePreview } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import type { PlayBoxDetail } from '@coffer/contract/play'
import type { CashedBackItem, FairnessState, InventoryRow, RoundAnswer } from '@coffer/contract/shapes'
import { ALGORITHM_KEY, BOX_TOTAL_UNITS, draw, serverSeedHash } from '@coffer/fairness'
import { ApiFailure, type PlayAnswer, type PlayApi, type PlayRequest, type PlayRoute } from '@coffer/web'

type Options = {
  /** Origin of the page that frames the preview. */
  readonly allowedOrigin: string
  /** A random seed: 64 hexadecimal digits. */
  newSeed(): string
  now(): Date
}

type Handlers = { readonly [R in PlayRoute]?: (request: PlayRequest<R>) => PlayAnswer<R> }

/** Opens that the play money pays for at first. */
const PAID_OPENS = 100
/** Rounds and items that are kept: the newest. */
const KEPT = 100
const NO_MORE = { next: null, prev: null }

/**
 * Answers the calls of a preview in place of the service: a player with play money opens the box that is shown. Draws are those of rounds, with
 * random seeds. Calls for anything else fail with PREVIEW_ONLY. `show`: takes what is shown from now on; the first preview comes before the first call.
 */
export function createPreviewService(options: Options): { api: PlayApi; show(preview: GamePreview): void } {
  let player: PreviewPlayer | null = null
  const api: PlayApi = {
    async call(route, request) {
      const handler = player?.handlers[route] as ((request: unknown) => unknown) | undefined
      if (handler === undefined) throw new ApiFailure('PREVIEW_ONLY', 0)
      return handler(request) as never
    },
  }
  const show = (preview: GamePreview) => {
    player ??= new PreviewPlayer(preview, options)
    player.preview = preview
  }
  return { api, show }
}

/** The player of a preview: their money, rounds and items. */
class PreviewPlayer {
  preview: GamePreview
  private readonly options: Options
  private readonly startedAt: Date
  private readonly serverSeed: string
  private readonly clientSeed: string
  private readonly nextServerSeedHash: string
  private balanceMinor: number
  private spentMinor = 0
  private returnedMinor = 0
  private roundCount = 0
  private itemCount = 0
  private rounds: readonly RoundAnswer[] = []
  private items: readonly InventoryRow[] = []

  constructor(preview: GamePreview, options: Options) {
    this.preview = preview
    this.options = options
    this.startedAt = options.now()
    this.serverSeed = options.newSeed()
    this.clientSeed = options.newSeed()
    this.nextServerSeedHash = serverSeedHash(options.newSeed())
    this.balanceMinor = PAID_OPENS * priceOf(preview)
  }

  readonly handlers: Handlers = {
    initSession: () => this.bootstrap(),
    heartbeat: () => ({
      ...{ expiresAt: this.nowText(), balanceMinor: this.balanceMinor, balanceFetchedAt: this.nowText() },
      session: { startedAt: this.startedAt.toISOString(), elapsedSeconds: this.elapsedSeconds() },
      netPosition: {
        ...{ spentMinor: this.spentMinor, returnedMinor: this.returnedMinor, currency: this.currency() },
        netMinor: this.returnedMinor - this.spentMinor,
      },
    }),
    balance: () => ({
      ...{ balanceMinor: this.balanceMinor, currency: this.currency(), balanceFetchedAt: this.nowText() },
    }),
    listBoxes: () => ({ boxes: [this.box()], cursor: NO_MORE }),
    getBox: () => ({ box: this.box() }),
    openRound: ({ body }) => this.open(body.reels.map(({ reelIndex }) => reelIndex)),
    cashBackItem: ({ params }) => this.cashBack(Number(params.id)),
    listRounds: () => ({ rounds: [...this.rounds], cursor: NO_MORE }),
    listInventory: ({ query }) => ({ items: this.items.filter(isListed(query ?? {})), cursor: NO_MORE }),
    fairnessState: () => this.fairness(),
    listSeeds: () => ({ seeds: [], cursor: NO_MORE }),
  }

  private currency(): string {
    return this.preview.tenant.currency
  }

  private nowText(): string {
    return this.options.now().toISOString()
  }

  private elapsedSeconds(): number {
    return Math.floor((this.options.now().getTime() - this.startedAt.getTime()) / 1000)
  }

  private box(): PlayBoxDetail {
    return { ...this.preview.box, freeOpens: 0 }
  }

  private fairness(): FairnessState {
    return {
      ...{ serverSeedHash: serverSeedHash(this.serverSeed), nextServerSeedHash: this.nextServerSeedHash },
      ...{ clientSeed: this.clientSeed, nextNonce: this.roundCount, algorithmKey: ALGORITHM_KEY },
      activeSince: this.startedAt.toISOString(),
    }
  }

  private bootstrap(): PlayAnswer<'initSession'> {
    const { tenant, theme, policies, presentation, locales, maxReels, box } = this.preview
    const { boxId, name } = box
    const { activeSince, ...fairness } = this.fairness()
    const target = {
      ...{ boxId, boxVersionId: box.boxVersionId ?? boxId, name, priceMinor: priceOf(this.preview) },
      ...{ currency: box.currency, freeOpens: 0, autoOpen: false },
    }
    return {
      ...{ sessionToken: 'preview', expiresAt: activeSince, tenant, theme, fairness, policies, locales, presentation },
      player: { externalId: 'preview', balanceMinor: this.balanceMinor, balanceFetchedAt: activeSince },
      game: { key: 'mystery_box', maxReels, target },
      enabledGames: ['mystery_box'],
      session: { currency: tenant.currency, ratePinnedAt: activeSince },
      currencies: [tenant.currency],
      allowedOrigins: [this.options.allowedOrigin],
      ...{ returnUrl: null, resume: null },
    }
  }

  private open(reelIndexes: readonly number[]): PlayAnswer<'openRound'> {
    const { box } = this.preview
    const priceMinor = priceOf(this.preview)
    const betMinor = priceMinor * reelIndexes.length
    if (betMinor > this.balanceMinor) throw new ApiFailure('INSUFFICIENT_FUNDS', 409)
    const nonce = this.roundCount++
    const publicId = `preview-${this.roundCount}`
    const settledAt = this.nowText()
    const reels = reelIndexes.map((reelIndex) => ({ reelIndex, ...this.drawPrize(nonce, reelIndex) }))
    const items = reels.flatMap(({ prize }) => {
      const win = this.preview.wins.find(({ itemId }) => itemId === prize.itemId)
      return win ? [{ ...win, id: ++this.itemCount, wonAtRoundPublicId: publicId, createdAt: settledAt }] : []
    })
    const payoutMinor = sumMinor(reels.map(({ prize }) => prize.valueMinor))
    const round: RoundAnswer = {
      ...{ publicId, status: 'settled', undecided: false, betMinor, payoutMinor, currency: box.currency },
      ...{ funding: 'player', settledAt },
      reels: reels.map(({ reelIndex, rawDraw, prize: { itemId, name } }) => ({
        ...{ reelIndex, boxVersionId: box.boxVersionId ?? box.boxId, rawDraw, result: { itemId, name } },
      })),
    }
    this.balanceMinor -= betMinor
    this.spentMinor += betMinor
    this.rounds = [round, ...this.rounds].slice(0, KEPT)
    this.items = [...items.toReversed(), ...this.items].slice(0, KEPT)
    const facts = {
      currency: box.currency,
      reels: reels.map(({ reelIndex, prize }) => ({
        ...{ reelIndex, paidMinor: priceMinor, itemValueMinor: prize.valueMinor, itemType: prize.type },
      })),
      deal: null,
    }
    return { round, items, balanceAfterMinor: this.balanceMinor, facts }
  }

  private drawPrize(nonce: number, reelIndex: number) {
    const { serverSeed, clientSeed } = this
    const rawDraw = draw({ serverSeed, clientSeed, nonce, reelIndex, total: BOX_TOTAL_UNITS })
    const prize = this.preview.box.prizes.find(
      ({ rangeStart, rangeEnd }) => rangeStart <= rawDraw && rawDraw < rangeEnd,
    )
    if (prize === undefined) throw new Error(`no prize has the draw ${rawDraw}`)
    return { rawDraw, prize }
  }

  private cashBack(id: number): PlayAnswer<'cashBackItem'> {
    const row = this.items.find((item) => item.id === id)
    if (row?.state !== 'unresolved' || row.cashbackMinor === null || row.cashbackUncredited === null) {
      throw new ApiFailure('INVENTORY_ITEM_NOT_FOUND', 404)
    }
    const { cashbackMinor, cashbackUncredited: uncredited } = row
    const parts = [cashbackMinor, uncredited.priceFallMinor, uncredited.priceRiseMinor, uncredited.creditsShareMinor]
    const item: CashedBackItem = {
      ...row,
      state: 'cashed_back',
      cashbackMinor,
      uncredited,
      basisMinor: sumMinor(parts),
    }
    this.items = this.items.map((other) => (other.id === id ? item : other))
    this.balanceMinor += cashbackMinor
    this.returnedMinor += cashbackMinor
    return { item, balanceAfterMinor: this.balanceMinor }
  }
}

function priceOf({ box }: GamePreview): number {
  return box.priceMinor ?? 0
}

type Filters = {
  readonly state?: string | undefined
  readonly type?: string | undefined
  readonly collectible?: unknown
}

/** Whether an item is in the list that these filters ask for. */
function isListed({ state, type, collectible }: Filters): (item: InventoryRow) => boolean {
  return (item) =>
    (state === undefined || state.split(',').includes(item.state)) &&
    (type === undefined || type.split(',').includes(item.type)) &&
    (collectible !== 'true' || item.isCollectible === true)
}
