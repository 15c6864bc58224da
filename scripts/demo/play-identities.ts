import { type Introduction, type Moment, type Person, papersOf } from '@coffer/fixtures'
import {
  authenticateKycBrowser,
  claimCase,
  decideCase,
  openKycLink,
  saveKycDraft,
  storeKycImage,
  submitKyc,
} from '@coffer/service/administration'
import type { Table } from './table.ts'

const PHOTO_KINDS = ['front', 'back', 'selfie'] as const

type Told = { introduction: Introduction; isUnfinished: boolean }
type Reasons = Extract<Moment, { kind: 'review' }>['reasons']

/** Somebody opens the link that their casino has minted for them, and fills in what the page asks for. */
export async function introduce(table: Table, person: Person, { introduction, isUnfinished }: Told): Promise<void> {
  const { ctx } = table.past
  const { email, locale, answers } = introduction
  const { kycUrl } = await table.coffer.createKycSession({ playerExternalId: person.externalId, email, locale })
  const token = new URL(kycUrl).searchParams.get('token') ?? ''
  const opened = await openKycLink(ctx, token)
  const browser = await authenticateKycBrowser(ctx, opened?.cookie ?? null)
  await saveKycDraft(ctx, browser, answers)
  if (isUnfinished) return
  const photos = papersOf(answers.details.legalName)
  for (const kind of PHOTO_KINDS) await storeKycImage(ctx, browser, kind, Buffer.from(photos[kind]))
  await submitKyc(ctx, browser)
}

export async function review(table: Table, person: Person, reasons: Reasons): Promise<void> {
  const { past, reviewer, coffer } = table
  const { requests } = await coffer.listKycRequests({ playerExternalId: person.externalId, status: 'SUBMITTED' })
  const { requestId } = requests[0]!
  await claimCase(past.ctx, reviewer, requestId)
  const verdict = reasons.length === 0 ? 'confirmed' : 'rejected'
  await decideCase(past.ctx, reviewer, requestId, { verdict, reasons: [...reasons] })
}
