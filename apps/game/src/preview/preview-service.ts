import type { GamePreview } from '@coffer/contract/admin'
import type { InventoryRow } from '@coffer/contract/shapes'
import { ApiFailure, type PlayAnswer, type PlayApi, type PlayRequest, type PlayRoute } from '@coffer/web'
import { previewBootstrap } from './preview-bootstrap.ts'
import {
  cashBack,
  createPlayer,
  fairnessOf,
  heartbeatOf,
  openBoxes,
  type Player,
  type PlayerOptions,
  showPreview,
} from './preview-player.ts'

type Options = PlayerOptions & {
  /** Origin of the page that frames the preview. */
  readonly allowedOrigin: string
}

/** Answers to calls of the player API, by their routes. */
type Handlers = { readonly [R in PlayRoute]?: (request: PlayRequest<R>) => PlayAnswer<R> }

const NO_CURSORS = { next: null, prev: null }

/**
 * A replacement for the player API in a preview. Opens use the draw of rounds with random seeds. Calls that it does not answer fail with
 * NOT_IN_PREVIEW. `show` sets the preview; it must be called before the first call.
 */
export function createPreviewService(options: Options): { api: PlayApi; show(preview: GamePreview): void } {
  let player: Player | null = null
  let handlers: Handlers = {}
  const api: PlayApi = {
    async call(route, request) {
      const handler = handlers[route] as ((request: unknown) => unknown) | undefined
      if (handler === undefined) throw new ApiFailure('NOT_IN_PREVIEW', 0)
      return handler(request) as never
    },
  }
  const show = (preview: GamePreview) => {
    if (player !== null) return showPreview(player, preview)
    player = createPlayer(preview, options)
    handlers = handlersOf(player, options)
  }
  return { api, show }
}

function handlersOf(player: Player, { allowedOrigin, now }: Options): Handlers {
  const box = () => ({ ...player.preview.box, freeOpens: 0 })
  return {
    initSession: () => previewBootstrap(player, allowedOrigin),
    heartbeat: () => heartbeatOf(player, now()),
    balance: () => {
      const { balanceMinor, preview } = player
      return { balanceMinor, currency: preview.tenant.currency, balanceFetchedAt: now().toISOString() }
    },
    listBoxes: () => ({ boxes: [box()], cursor: NO_CURSORS }),
    getBox: () => ({ box: box() }),
    openRound: ({ body }) =>
      openBoxes(
        player,
        body.reels.map(({ reelIndex }) => reelIndex),
        now(),
      ),
    cashBackItem: ({ params }) => cashBack(player, Number(params.id)),
    listRounds: () => ({ rounds: [...player.rounds], cursor: NO_CURSORS }),
    listInventory: ({ query = {} }) => ({ items: player.items.filter(matcherOf(query)), cursor: NO_CURSORS }),
    listOrders: () => ({ orders: [], cursor: NO_CURSORS }),
    fairnessState: () => fairnessOf(player),
    listSeeds: () => ({ seeds: [], cursor: NO_CURSORS }),
  }
}

type Filters = {
  readonly state?: string | undefined
  readonly type?: string | undefined
  readonly collectible?: unknown
}

/** A predicate for the items that match the filters of a list. */
function matcherOf({ state, type, collectible }: Filters): (item: InventoryRow) => boolean {
  return (item) =>
    (state === undefined || state.split(',').includes(item.state)) &&
    (type === undefined || type.split(',').includes(item.type)) &&
    (collectible !== 'true' || item.isCollectible === true)
}
