import { CofferError } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { maskPersonal } from '../personal.ts'
import { type Exchange, readJson, SiteError } from './http.ts'
import { playerOf, showsPersonal, textOf } from './input.ts'
import type { Site } from './site.ts'

/** Who the players are: what a player is told of their verification, and what the casino's own people do about it. */

const DESK_ROWS = 10

/** How the player stands, as the events have told so far. Coffer is not asked, and who the player is stays on the server. */
export function readStanding({ inbox }: Site, { slug }: Casino, { url }: Exchange) {
  const player = playerOf(url.searchParams.get('player'))
  const [newest] = inbox.verifications(slug, player)
  return {
    standing: inbox.standing(slug, player),
    reasons: newest?.reasons ?? [],
    submittedAt: newest?.submittedAt ?? null,
    decidedAt: newest?.decidedAt ?? null,
  }
}

/** Whether this casino has its players verified. */
export async function readOffer(_: Site, casino: Casino) {
  const { kyc } = await casino.coffer.config()
  return { isOffered: kyc.enabled }
}

/** A link for the popup that the page has opened. It tells this casino's page, and no other, when the player is done. */
export async function openVerification(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const session = await casino.coffer.createKycSession({
    playerExternalId: playerOf(input.player),
    email: textOf('email', input.email),
    locale: textOf('locale', input.locale),
    returnOrigin: new URL(casino.casinoUrl).origin,
  })
  return session
}

/** What Coffer has of the player, and what this casino has heard; who the player is, only with `?personal=show`. */
export async function readDesk({ inbox }: Site, casino: Casino, { url }: Exchange) {
  const player = playerOf(url.searchParams.get('player'))
  const { requests } = await casino.coffer.listKycRequests({ playerExternalId: player, limit: DESK_ROWS })
  const desk = {
    requests: requests.map(({ identity: _, ...request }) => request),
    standing: inbox.standing(casino.slug, player),
    known: inbox.identity(casino.slug, player),
  }
  const shown: typeof desk = showsPersonal(url) ? desk : JSON.parse(maskPersonal(JSON.stringify(desk)))
  return shown
}

/** Has a verified player verified again. Nobody tells the player: whether and how they are asked is the casino's own matter. */
export async function reverify(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const wish = { playerExternalId: playerOf(input.player), reason: textOf('reason', input.reason) }
  return await casino.coffer.reverifyKyc(wish)
}

/** Asks the player on their own page for the verification that is open. */
export async function invite({ inbox }: Site, { slug }: Casino, { request }: Exchange) {
  const player = playerOf((await readJson(request)).player)
  const [newest] = inbox.verifications(slug, player)
  if (newest?.status !== 'PENDING') {
    throw new SiteError(409, 'NOTHING_OPEN', 'This casino has heard of no verification that the player could fill in.')
  }
  inbox.invite(slug, player, newest.requestId)
  return { standing: inbox.standing(slug, player) }
}

/** Corrects the contact address of an open verification. Without one there is nothing to correct, and nothing is wrong. */
export async function changeEmail(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const wish = { playerExternalId: playerOf(input.player), email: textOf('email', input.email) }
  const isChanged = await casino.coffer.changeKycEmail(wish).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CofferError && error.code === 'KYC_NO_OPEN_REQUEST') return false
      throw error
    },
  )
  return { isChanged }
}
