import assert from 'node:assert/strict'
import { s2sRoutes } from '@coffer/contract/s2s'
import { withoutDocuments } from '../documents.ts'
import { knock } from '../door.ts'
import { eraseAll, handIn, type KycBrowser, mintLink, openLink, photo, signInReviewer, submitFor } from '../kyc.ts'
import { ZOFIA } from '../kyc-people.ts'
import { askDesk, startDesk } from '../staff.ts'
import type { TestOperator } from '../world.ts'
import { ofPage, type ProvokersOf, type Refused, refused } from './refused.ts'
import { type ErrorStage, otherOperator } from './stage.ts'

const { email } = ZOFIA
const NOBODYS = 999_999
const OTHER_PAGE = 'https://evil.example'
const FIRST = 'mara@desk.example'
const SECOND = 'nils@desk.example'

/** What verifications are refused for: on the backend, on the page of the player, and at the desk. */
export const kycErrors = {
  KYC_DISABLED: {
    s2s: async (stage) => refused(await mint(stage, otherOperator(stage, 'stingy'), stage.fresh())),
  },
  KYC_ALREADY_SUBMITTED: {
    s2s: async (stage) => {
      const playerExternalId = stage.fresh()
      await submitFor(stage.world, stage.usual, playerExternalId, ZOFIA)
      return refused(await mint(stage, stage.usual, playerExternalId))
    },
  },
  KYC_NO_OPEN_REQUEST: {
    s2s: async ({ world, usual, fresh }) =>
      refused(await knock(world, s2sRoutes.changeKycEmail, usual, { body: { playerExternalId: fresh(), email } })),
  },
  KYC_NOT_CONFIRMED: {
    s2s: async ({ world, usual, fresh }) => {
      const body = { playerExternalId: fresh(), reason: 'a year has passed' }
      return refused(await knock(world, s2sRoutes.reverifyKyc, usual, { body }))
    },
  },

  KYC_SESSION_ENDED: {
    kyc: async (stage) => {
      const playerExternalId = stage.fresh()
      const browser = await openPage(stage, stage.usual, playerExternalId)
      await mintLink(stage.usual, playerExternalId, ZOFIA)
      return ofPage(await browser.call('GET', 'page'))
    },
  },
  KYC_NOT_OPEN: {
    kyc: async (stage) => {
      const browser = await openPage(stage)
      await handIn(browser, ZOFIA)
      return ofPage(await browser.call('POST', 'draft', { consent: false }))
    },
  },
  KYC_IMAGE_REFUSED: {
    kyc: async (stage) => {
      const browser = await openPage(stage)
      const answer = await browser.call('POST', 'images/front', Buffer.from('no photo'))
      return ofPage(answer, { error: { reason: 'NOT_AN_IMAGE' } })
    },
  },
  KYC_UNAVAILABLE: {
    kyc: async (stage) => {
      const browser = await openPage(stage)
      const jpeg = await photo()
      return ofPage(await withoutDocuments(stage.world, () => browser.call('POST', 'images/front', jpeg)))
    },
    admin: async (stage) => {
      const requestId = await submitted(stage)
      const reviewer = await signInReviewer(stage.world)
      return ofPage(await withoutDocuments(stage.world, () => reviewer.call('GET', `/${requestId}/images/front`)))
    },
  },

  STAFF_LINK_INVALID: {
    admin: async ({ world }) => ofPage(await askDesk(world, 'POST', '/sign-in', { body: { token: 'st_of_nobody' } })),
  },
  STAFF_SESSION_INVALID: { admin: async ({ world }) => ofPage(await askDesk(world, 'GET', '/me')) },
  STAFF_FORBIDDEN: {
    admin: async ({ world }) => {
      const packer = await startDesk(world, 'pia@desk.example', ['fulfilment'])
      return ofPage(await packer.post('/kyc/requests/list', {}))
    },
  },
  ORIGIN_REFUSED: {
    kyc: async (stage) => {
      const browser = await openPage(stage)
      return ofPage(await browser.call('POST', 'submit', undefined, { origin: OTHER_PAGE }))
    },
    admin: async ({ world }) =>
      ofPage(await askDesk(world, 'POST', '/sign-in', { body: { token: 'st_of_nobody' }, origin: OTHER_PAGE })),
  },
  KYC_REQUEST_NOT_FOUND: { admin: async (stage) => decide(stage, NOBODYS) },
  KYC_NOT_SUBMITTED: {
    admin: async (stage) => {
      const { requestId } = await (await openPage(stage)).page()
      return decide(stage, requestId)
    },
  },
  KYC_CLAIMED: {
    admin: async (stage) => {
      const requestId = await submitted(stage)
      await (await signInReviewer(stage.world, FIRST)).claim(requestId)
      const second = await signInReviewer(stage.world, SECOND)
      return ofPage(await second.call('POST', `/${requestId}/claim`))
    },
  },
  KYC_NOT_CLAIMED: { admin: async (stage) => decide(stage, await submitted(stage)) },
  KYC_SECOND_REVIEWER_NEEDED: {
    admin: async (stage) => {
      const requestId = await submitted(stage, otherOperator(stage, 'careful'))
      const reviewer = await signInReviewer(stage.world)
      await reviewer.decide(requestId, 'confirmed')
      await reviewer.claim(requestId)
      return decide(stage, requestId)
    },
  },
  KYC_ERASED: {
    admin: async (stage) => {
      const player = stage.fresh()
      const requestId = await submitFor(stage.world, stage.usual, player, ZOFIA)
      await (await signInReviewer(stage.world)).claim(requestId)
      await eraseAll(stage.world, player)
      return decide(stage, requestId)
    },
  },
} as const satisfies ProvokersOf

function mint({ world }: ErrorStage, operator: TestOperator, playerExternalId: string) {
  return knock(world, s2sRoutes.createKycSession, operator, { body: { playerExternalId, email, locale: 'en' } })
}

/** The page of a player's open verification. */
export async function openPage(
  stage: ErrorStage,
  operator: TestOperator = stage.usual,
  playerExternalId: string = stage.fresh(),
): Promise<KycBrowser> {
  const browser = await openLink(stage.world, await mintLink(operator, playerExternalId, ZOFIA))
  assert.ok(browser)
  return browser
}

/** A verification that waits for a review. */
async function submitted(stage: ErrorStage, operator: TestOperator = stage.usual): Promise<number> {
  return submitFor(stage.world, operator, stage.fresh(), ZOFIA)
}

async function decide({ world }: ErrorStage, requestId: number): Promise<Refused> {
  const reviewer = await signInReviewer(world)
  return ofPage(await reviewer.call('POST', `/${requestId}/decide`, { verdict: 'confirmed' }))
}
