import type { playRoutes } from '@coffer/contract/play'
import type { OpenPlayHandler, PlayHandler, UnauthenticatedPlayRoute } from '../handlers.ts'
import { balance } from './balance.ts'
import { cancelHeldRoundHandler } from './cancel-held-round.ts'
import { cancelOrderHandler } from './cancel-order.ts'
import { cashBackItemHandler } from './cash-back-item.ts'
import { changeOrderAddressHandler } from './change-order-address.ts'
import { createOrderHandler } from './create-order.ts'
import { fairnessState } from './fairness-state.ts'
import { getBox } from './get-box.ts'
import { getOrderHandler } from './get-order.ts'
import { getRoundHandler } from './get-round.ts'
import { heartbeat } from './heartbeat.ts'
import { initSession } from './init-session.ts'
import { listBoxes } from './list-boxes.ts'
import { listInventoryHandler } from './list-inventory.ts'
import { listOrdersHandler } from './list-orders.ts'
import { listRoundsHandler } from './list-rounds.ts'
import { listSeeds } from './list-seeds.ts'
import { logout } from './logout.ts'
import { openHeldRoundHandler } from './open-held-round.ts'
import { openRoundHandler } from './open-round.ts'
import { playUpgraderHandler } from './play-upgrader.ts'
import { playUpgraderWithItemsHandler } from './play-upgrader-with-items.ts'
import { quoteShippingHandler } from './quote-shipping.ts'
import { removeOrderItemHandler } from './remove-order-item.ts'
import { rotateSeed } from './rotate-seed.ts'
import { setCurrency } from './set-currency.ts'
import { upgraderConfigHandler } from './upgrader-config.ts'
import { upgraderPrizesHandler } from './upgrader-prizes.ts'
import { upgraderPrizesByItemsHandler } from './upgrader-prizes-by-items.ts'

type PlayHandlers = {
  [Name in keyof typeof playRoutes]: Name extends UnauthenticatedPlayRoute ? OpenPlayHandler<Name> : PlayHandler<Name>
}

export const playHandlers: PlayHandlers = {
  initSession,
  heartbeat,
  logout,
  setCurrency,
  balance,
  listBoxes,
  getBox,
  openRound: openRoundHandler,
  openHeldRound: openHeldRoundHandler,
  cancelHeldRound: cancelHeldRoundHandler,
  listRounds: listRoundsHandler,
  getRound: getRoundHandler,
  listInventory: listInventoryHandler,
  cashBackItem: cashBackItemHandler,
  fairnessState,
  rotateSeed,
  listSeeds,
  quoteShipping: quoteShippingHandler,
  createOrder: createOrderHandler,
  listOrders: listOrdersHandler,
  getOrder: getOrderHandler,
  cancelOrder: cancelOrderHandler,
  changeOrderAddress: changeOrderAddressHandler,
  removeOrderItem: removeOrderItemHandler,
  upgraderConfig: upgraderConfigHandler,
  upgraderPrizes: upgraderPrizesHandler,
  playUpgrader: playUpgraderHandler,
  upgraderPrizesByItems: upgraderPrizesByItemsHandler,
  playUpgraderWithItems: playUpgraderWithItemsHandler,
}
