import type { s2sRoutes } from '@coffer/contract/s2s'
import type { S2sHandler } from '../handlers.ts'
import { cancelHeldRoundHandler } from './cancel-held-round.ts'
import { cashoutHandler } from './cashout.ts'
import { config } from './config.ts'
import { createLaunch } from './create-launch.ts'
import { fairnessState } from './fairness-state.ts'
import { getBox } from './get-box.ts'
import { getDelivery } from './get-delivery.ts'
import { getRoundHandler } from './get-round.ts'
import { health } from './health.ts'
import { historyHandler } from './history.ts'
import { listBoxes } from './list-boxes.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listInventoryHandler } from './list-inventory.ts'
import { listRoundsHandler } from './list-rounds.ts'
import { listSeeds } from './list-seeds.ts'
import { openHeldRoundHandler } from './open-held-round.ts'
import { purchaseHandler } from './purchase.ts'
import { rates } from './rates.ts'
import { replayDeliveriesHandler } from './replay-deliveries.ts'
import { replayDeliveryHandler } from './replay-delivery.ts'
import { rotateSeed } from './rotate-seed.ts'
import { roundFairnessHandler } from './round-fairness.ts'
import { testEndpointHandler } from './test-endpoint.ts'
import { unresolvedHandler } from './unresolved.ts'

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
}
