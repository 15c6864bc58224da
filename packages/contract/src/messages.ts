import type { GamePreview } from './admin-box-versions.ts'

/** Messages between the game in its frame and the page around it (decisions §12). Never a token, a seed or personal data. */

export type GameMessageType =
  | 'ready'
  | 'fatal'
  | 'session.expired'
  | 'balance'
  | 'round.started'
  | 'round.settled'
  | 'funds.insufficient'
  | 'item.cashed_back'
  | 'shipping.created'
  | 'resize'
  | 'navigate'
  | 'close'

export type HostMessageType =
  | 'hello'
  | 'balance.refresh'
  | 'pause'
  | 'resume'
  | 'locale.set'
  | 'theme.set'
  | 'currency.set'
  | 'state.get'
  | 'reality.check'

/**
 * Payloads that name more than the state of the game:
 *
 * | type | payload | means |
 * |---|---|---|
 * | `hello` | `{can: ['collection']}` | what the host can show; the game offers a way to that and to nothing else |
 * | `navigate` | `{screen}` | the game shows another of its screens |
 * | `round.started` | `{gameKey: 'upgrader', mode, chanceBps, targetItemId, betMinor, currency, funding}` | a play of the Upgrader; one that opens boxes names `boxId` and `reels` |
 * | `round.settled` | `{publicId, betMinor, payoutMinor, currency, funding}` | it has been shown; the Upgrader adds `gameKey` |
 * | `shipping.created` | `{publicId, itemCount, feeMinor, currency}` | the player has had items sent; never where they go |
 * | `navigate` | `{to: 'collection', inventoryItemId}` | the player asks for the price history of a collectible, which only the host can show |
 */
export type GameMessage = { source: 'coffer-game'; v: 1; type: GameMessageType; id?: string; payload?: unknown }
export type HostMessage = { source: 'coffer-host'; v: 1; type: HostMessageType; id?: string; payload?: unknown }

/**
 * Messages between the admin and the preview of the game that it frames. The preview posts `ready` when it has loaded. The admin then posts the
 * preview data, and again after each change.
 */
export type PreviewReady = { source: 'coffer-preview'; v: 1; type: 'ready' }
export type PreviewMessage = { source: 'coffer-admin'; v: 1; type: 'preview'; payload: GamePreview }
