import { signInReviewer } from '../kyc.ts'
import { startDesk } from '../staff.ts'
import { whileSuspended } from './door-errors.ts'
import { openPage } from './kyc-errors.ts'
import { ofPage, type ProvokersOf } from './refused.ts'
import { otherOperator } from './stage.ts'

const NOBODYS = 999_999
/** Fills every bucket of the operator `slow`. */
const REFILL_MS = 5_000
const TEXT = { 'content-type': 'text/plain' }
const LARGE = { filler: 'x'.repeat(64 * 1024) }

/** What every API is refused for at its door, on the page of a player and at the desk. */
export const pageErrors = {
  VALIDATION_FAILED: {
    kyc: async (stage) =>
      ofPage(await (await openPage(stage)).call('POST', 'draft', { details: { legalName: '' } }), {
        error: {
          fields: {
            'details.dateOfBirth': ['is required'],
            'details.taxId': ['is required'],
            'details.hasNoTaxId': ['is required'],
          },
        },
      }),
    admin: async ({ world }) =>
      ofPage(await (await signInReviewer(world)).call('POST', `/${NOBODYS}/notes`, {}), {
        error: { fields: { text: ['is required'] } },
      }),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    kyc: async (stage) => ofPage(await (await openPage(stage)).call('POST', 'draft', {}, TEXT)),
    admin: async ({ world }) => ofPage(await (await signInReviewer(world)).call('POST', `/${NOBODYS}/notes`, {}, TEXT)),
  },
  BODY_TOO_LARGE: {
    kyc: async (stage) => ofPage(await (await openPage(stage)).call('POST', 'draft', LARGE)),
    admin: async ({ world }) => ofPage(await (await signInReviewer(world)).call('POST', `/${NOBODYS}/notes`, LARGE)),
  },
  NOT_FOUND: {
    kyc: async (stage) => ofPage(await (await openPage(stage)).call('GET', 'images/front')),
    admin: async ({ world }) => ofPage(await (await startDesk(world, 'mara@desk.example')).get('/nowhere')),
  },
  RATE_LIMITED: {
    kyc: async (stage) => {
      // The requests of the other surfaces have used up what the operator may send.
      stage.world.clock.advance(REFILL_MS)
      const browser = await openPage(stage, otherOperator(stage, 'slow'))
      const answers = await Promise.all(Array.from({ length: 25 }, () => browser.call('GET', 'page')))
      return ofPage(answers.find(({ status }) => status === 429) ?? answers[0]!, { waits: true })
    },
  },
  OPERATOR_SUSPENDED: {
    kyc: async (stage) => {
      const browser = await openPage(stage, otherOperator(stage, 'closing'))
      return whileSuspended(stage, async () => ofPage(await browser.call('GET', 'page')))
    },
  },
} as const satisfies ProvokersOf
