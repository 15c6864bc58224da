import { adminRoutes } from '@coffer/contract/admin'
import { ERROR_CODES } from '@coffer/contract/errors'
import { kycPageRoutes } from '@coffer/contract/kyc'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { OTHER_PROOFS, PLAY_PROOFS, PUBLIC_PROOFS, S2S_PROOFS, WALLET_PROOFS } from './endpoints.ts'
import { BOX_CHANGE_PROOFS, EVENT_PROOFS, SHIPPING_CHANGE_PROOFS } from './events.ts'
import { DESK_PROOFS, KYC_PAGE_PROOFS, KYC_RULE_PROOFS, KYC_S2S_PROOFS, KYC_STATUS_PROOFS } from './kyc.ts'
import { FURTHER_LIMIT_PROOFS, LIMIT_PROOFS, RATE_LIMIT_PROOFS } from './limits.ts'
import { type Entry, type Row, rowsOf, type Section } from './proof.ts'
import {
  FURTHER_TRANSITION_PROOFS,
  INVENTORY_STATE_PROOFS,
  ROUND_STATUS_PROOFS,
  SHIPPING_STATUS_PROOFS,
  TRANSITION_PROOFS,
} from './states.ts'

/** The table of `tests/support/errors` makes the type checker ask for a request for each code. */
const EVERY_CODE = ['api/every-error', '… is told to a caller of …'] as const

/** Method and path of a route, as the interface writes them. */
export function endpointOf({ method, path }: Route): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}

export const ROUTES: readonly Route[] = [playRoutes, s2sRoutes, publicRoutes, kycPageRoutes, adminRoutes].flatMap(
  (table) => Object.values(table),
)

function routeRows(routes: Record<string, Route>, entries: Readonly<Record<string, Entry>>): Row[] {
  return Object.entries(routes).map(([name, route]) => ({ name: endpointOf(route), entry: entries[name] ?? null }))
}

/** Everything that the interface and the decisions name, and the tests that show it. */
export function sections(): Section[] {
  const codes = ERROR_CODES.map((name) => ({ name, entry: EVERY_CODE }))
  return [
    { title: 'Player API', rows: routeRows(playRoutes, PLAY_PROOFS) },
    { title: 'Backend API', rows: routeRows(s2sRoutes, { ...S2S_PROOFS, ...KYC_S2S_PROOFS }) },
    { title: 'Public addresses', rows: [...routeRows(publicRoutes, PUBLIC_PROOFS), ...rowsOf(OTHER_PROOFS)] },
    { title: 'Page of a verification', rows: routeRows(kycPageRoutes, KYC_PAGE_PROOFS) },
    { title: 'Admin', rows: routeRows(adminRoutes, DESK_PROOFS) },
    { title: 'Wallet RPC', rows: rowsOf(WALLET_PROOFS) },
    { title: 'Events', rows: rowsOf(EVENT_PROOFS) },
    { title: 'Changes of a box, in `box_updated`', rows: rowsOf(BOX_CHANGE_PROOFS) },
    { title: 'Changes of an order, in `fulfillment_notice`', rows: rowsOf(SHIPPING_CHANGE_PROOFS) },
    { title: 'Error codes', rows: codes },
    { title: 'Limits of the interface', rows: rowsOf(LIMIT_PROOFS) },
    { title: 'Rate limits', rows: rowsOf(RATE_LIMIT_PROOFS) },
    { title: 'Limits of the decisions', rows: rowsOf(FURTHER_LIMIT_PROOFS) },
    { title: 'States of an item', rows: rowsOf(INVENTORY_STATE_PROOFS) },
    { title: 'States of a round', rows: rowsOf(ROUND_STATUS_PROOFS) },
    { title: 'Statuses of an order', rows: rowsOf(SHIPPING_STATUS_PROOFS) },
    { title: 'Statuses of a verification', rows: rowsOf(KYC_STATUS_PROOFS) },
    { title: 'Moves', rows: rowsOf(TRANSITION_PROOFS) },
    { title: 'Moves of the decisions', rows: rowsOf(FURTHER_TRANSITION_PROOFS) },
    { title: 'Verification, by the decisions', rows: rowsOf(KYC_RULE_PROOFS) },
  ]
}
