import assert from 'node:assert/strict'
import type { AdminRound } from '@coffer/contract/admin'
import type { Fault } from '@coffer/reference-operator'
import type { DeskBrowser } from './staff.ts'
import { type SureKey, winBody } from './sure-boxes.ts'
import type { TestOperator, World } from './world.ts'

/** The wallet treats the next call of a kind in this way. */
export function failNext(world: World, kind: 'debit' | 'credit' | 'balance', fault: Fault): void {
  world.casino.wallet.faults.push({ when: { type: `wallet.${kind}` }, times: 1, fault })
}

/** Buys a box for a player, to be opened later. `name`: the client action ID. */
export async function prepay(
  operator: TestOperator,
  { name, key, funding = 'player' }: { name: string; key: SureKey; funding?: 'player' | 'operator' },
): Promise<{ playerExternalId: string; roundPublicId: string }> {
  const playerExternalId = 'ann'
  const prepaid = { playerExternalId, mode: 'prepay' as const, funding, ...winBody(operator, name, key) }
  return { playerExternalId, roundPublicId: (await operator.coffer.purchase(prepaid)).round.publicId }
}

/** A round as the admin shows it. */
export async function roundIn(desk: DeskBrowser, publicId: string): Promise<AdminRound> {
  const answer = await desk.get(`/rounds/${publicId}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as { round: AdminRound }).round
}
