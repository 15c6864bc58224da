import type { s2sRoutes } from '@coffer/contract/s2s'
import type { S2sHandler } from '../handlers.ts'
import { buyWithNuggetsHandler } from './buy-with-nuggets.ts'
import { cancelCampaignHandler } from './cancel-campaign.ts'
import { cancelHeldRoundHandler } from './cancel-held-round.ts'
import { cancelOrderHandler } from './cancel-order.ts'
import { cancelPayoutHandler } from './cancel-payout.ts'
import { cashoutHandler } from './cashout.ts'
import { changeKycEmailHandler } from './change-kyc-email.ts'
import { changeOrderAddressHandler } from './change-order-address.ts'
import { config } from './config.ts'
import { confirmPayoutHandler } from './confirm-payout.ts'
import { createCampaignHandler } from './create-campaign.ts'
import { createKycSessionHandler } from './create-kyc-session.ts'
import { createLaunch } from './create-launch.ts'
import { createOrderHandler } from './create-order.ts'
import { createPayoutHandler } from './create-payout.ts'
import { fairnessState } from './fairness-state.ts'
import { getBox } from './get-box.ts'
import { getCampaignHandler } from './get-campaign.ts'
import { getDelivery } from './get-delivery.ts'
import { getInventoryItemHandler } from './get-inventory-item.ts'
import { getOrderHandler } from './get-order.ts'
import { getPayout } from './get-payout.ts'
import { getRestrictions } from './get-restrictions.ts'
import { getRoundHandler } from './get-round.ts'
import { health } from './health.ts'
import { historyHandler } from './history.ts'
import { listBoxes } from './list-boxes.ts'
import { listCampaignsHandler } from './list-campaigns.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listInventoryHandler } from './list-inventory.ts'
import { listKycRequestsHandler } from './list-kyc-requests.ts'
import { listOrdersHandler } from './list-orders.ts'
import { listPayoutsHandler } from './list-payouts.ts'
import { listRoundsHandler } from './list-rounds.ts'
import { listSeeds } from './list-seeds.ts'
import { openHeldRoundHandler } from './open-held-round.ts'
import { playUpgraderHandler } from './play-upgrader.ts'
import { playUpgraderWithItemsHandler } from './play-upgrader-with-items.ts'
import { portfolio } from './portfolio.ts'
import { priceHistory } from './price-history.ts'
import { purchaseHandler } from './purchase.ts'
import { quoteShippingHandler } from './quote-shipping.ts'
import { rates } from './rates.ts'
import { recordValueHandler } from './record-value.ts'
import { removeOrderItemHandler } from './remove-order-item.ts'
import { replayDeliveriesHandler } from './replay-deliveries.ts'
import { replayDeliveryHandler } from './replay-delivery.ts'
import { reverifyKycHandler } from './reverify-kyc.ts'
import { rotateSeed } from './rotate-seed.ts'
import { roundFairnessHandler } from './round-fairness.ts'
import { setRestrictionsHandler } from './set-restrictions.ts'
import { testEndpointHandler } from './test-endpoint.ts'
import { unresolvedHandler } from './unresolved.ts'
import { upgraderPrizesHandler } from './upgrader-prizes.ts'
import { upgraderPrizesByItemsHandler } from './upgrader-prizes-by-items.ts'

type S2sHandlers = { [Name in keyof typeof s2sRoutes]: S2sHandler<Name> }

export const s2sHandlers: S2sHandlers = {
  health,
  createLaunch,
  listBoxes,
  getBox,
  purchase: purchaseHandler,
  openHeldRound: openHeldRoundHandler,
  cancelHeldRound: cancelHeldRoundHandler,
  history: historyHandler,
  unresolved: unresolvedHandler,
  listRounds: listRoundsHandler,
  getRound: getRoundHandler,
  roundFairness: roundFairnessHandler,
  listInventory: listInventoryHandler,
  cashout: cashoutHandler,
  getInventoryItem: getInventoryItemHandler,
  priceHistory,
  portfolio,
  recordValue: recordValueHandler,
  createPayout: createPayoutHandler,
  listPayouts: listPayoutsHandler,
  getPayout,
  confirmPayout: confirmPayoutHandler,
  cancelPayout: cancelPayoutHandler,
  buyWithNuggets: buyWithNuggetsHandler,
  createCampaign: createCampaignHandler,
  listCampaigns: listCampaignsHandler,
  getCampaign: getCampaignHandler,
  cancelCampaign: cancelCampaignHandler,
  createKycSession: createKycSessionHandler,
  changeKycEmail: changeKycEmailHandler,
  reverifyKyc: reverifyKycHandler,
  listKycRequests: listKycRequestsHandler,
  setRestrictions: setRestrictionsHandler,
  getRestrictions,
  fairnessState,
  rotateSeed,
  listSeeds,
  config,
  rates,
  listDeliveries,
  getDelivery,
  replayDelivery: replayDeliveryHandler,
  replayDeliveries: replayDeliveriesHandler,
  testEndpoint: testEndpointHandler,
  quoteShipping: quoteShippingHandler,
  createOrder: createOrderHandler,
  listOrders: listOrdersHandler,
  getOrder: getOrderHandler,
  cancelOrder: cancelOrderHandler,
  changeOrderAddress: changeOrderAddressHandler,
  removeOrderItem: removeOrderItemHandler,
  upgraderPrizes: upgraderPrizesHandler,
  playUpgrader: playUpgraderHandler,
  upgraderPrizesByItems: upgraderPrizesByItemsHandler,
  playUpgraderWithItems: playUpgraderWithItemsHandler,
}
