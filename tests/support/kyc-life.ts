import assert from 'node:assert/strict'
import { eraseKycOf } from '@coffer/service/administration'
import { PRIVATE_WORDS } from './check-secrets.ts'
import { mintLink, openLink, photo, signInReviewer, submitFor } from './kyc.ts'
import { BRAM, withDocument, ZOFIA } from './kyc-people.ts'
import { openRows } from './rows.ts'
import type { World } from './world.ts'

/**
 * Everything that can become of a verification of the first operator: one of each status, a redo and a re-verification, decided by one
 * person, by two and by an outside check, held and with an outside check, with a link that another replaced, and one that was erased.
 */
export async function verifyEverybody(world: World): Promise<void> {
  const { operator } = world
  await world.settings(operator, { 'kyc.enabled': true })
  await redoAndReverify(world)
  await mintLink(operator, 'rosa', BRAM)
  await mintLink(operator, 'rosa', BRAM)

  const [first, second] = [await signInReviewer(world), await signInReviewer(world, 'nils@desk.example')]
  await world.settings(operator, { 'kyc.fourEyes': true })
  const agreedOn = await submitFor(world, operator, 'pia', BRAM)
  await first.decide(agreedOn, 'rejected', ['FORGERY'])
  const { reasons } = await second.decide(agreedOn, 'rejected', ['DATA_MISMATCH'])
  assert.deepEqual(reasons, ['DATA_MISMATCH', 'FORGERY'])

  await world.settings(operator, { 'kyc.fourEyes': false, 'kyc.provider': 'sandbox' })
  await submitFor(world, operator, 'quin', withDocument(ZOFIA, 'TEST-CONFIRM'))
  await submitFor(world, operator, 'sven', withDocument(ZOFIA, 'TEST-REJECT-SANCTIONED'))
  await first.claim(await submitFor(world, operator, 'omar', withDocument(BRAM, 'TEST-FAIL')))
  await world.tick('check-kyc')
  await world.settings(operator, { 'kyc.provider': null })
  await eraseAll(world, 'quin')
}

async function redoAndReverify(world: World): Promise<void> {
  const { operator } = world
  const reviewer = await signInReviewer(world)
  const rejected = await submitFor(world, operator, 'nora', ZOFIA)
  await reviewer.call('POST', `/${rejected}/notes`, { text: PRIVATE_WORDS[1] })
  await reviewer.decide(rejected, 'rejected', ['SELFIE_MISMATCH'])
  await reviewer.decide(await submitFor(world, operator, 'nora', ZOFIA), 'confirmed')
  await operator.coffer.reverifyKyc({ playerExternalId: 'nora', reason: PRIVATE_WORDS[0]! })
  const browser = (await openLink(world, await mintLink(operator, 'nora', ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  await browser.upload('back', await photo())
}

/** Erases all verifications of a player of the first operator. Returns those in which there was something. */
export async function eraseAll(world: World, playerExternalId: string): Promise<number[]> {
  const { operatorId } = world.operator
  const [found] = await openRows(world.databaseUrl).query<{ id: string }>(
    'select player_id as id from players where operator_id = $1 and external_id = $2',
    [operatorId, playerExternalId],
  )
  const owner = { operatorId, playerId: Number(found!.id) }
  return eraseKycOf(world.service.ctx, owner, { requestId: null, actor: 'test', because: 'asked' })
}
