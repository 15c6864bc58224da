import { CofferError } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { maskPersonal } from '../personal.ts'
import { type Exchange, readJson, SiteError, sendJson } from './http.ts'
import { playerOf, showsPersonal, textOf } from './input.ts'
import type { Site } from './site.ts'

/** Who the players are: what a player is told of their verification, and what the casino's own people do about it. */

const DESK_ROWS = 10

/** How the player stands, as the events have told so far. Coffer is not asked, and who the player is stays on the server. */
export function sendStanding({ inbox }: Site, { slug }: Casino, { response, url }: Exchange): void {
  const player = playerOf(url.searchParams.get('player'))
  const [newest] = inbox.verifications(slug, player)
  sendJson(response, 200, {
    standing: inbox.standing(slug, player),
    reasons: newest?.reasons ?? [],
    submittedAt: newest?.submittedAt ?? null,
    decidedAt: newest?.decidedAt ?? null,
  })
}

/** Whether this casino has its players verified. */
export async function sendOffer(_: Site, casino: Casino, { response }: Exchange): Promise<void> {
  const { kyc } = await casino.coffer.config()
  sendJson(response, 200, { isOffered: kyc.enabled })
}

/** A link for the popup that the page has opened. It tells this casino's page, and no other, when the player is done. */
export async function openVerification(_: Site, casino: Casino, { request, response }: Exchange): Promise<void> {
  const input = await readJson(request)
  const session = await casino.coffer.createKycSession({
    playerExternalId: playerOf(input.player),
    email: textOf('email', input.email),
    locale: textOf('locale', input.locale),
    returnOrigin: new URL(casino.casinoUrl).origin,
  })
  sendJson(response, 201, session)
}

/** What Coffer has of the player, and what this casino has heard; who the player is, only with `?personal=show`. */
export async function sendDesk({ inbox }: Site, casino: Casino, { response, url }: Exchange): Promise<void> {
  const player = playerOf(url.searchParams.get('player'))
  const { requests } = await casino.coffer.listKycRequests({ playerExternalId: player, limit: DESK_ROWS })
  const desk = {
    requests: requests.map(({ identity: _, ...request }) => request),
    standing: inbox.standing(casino.slug, player),
    known: inbox.identity(casino.slug, player),
  }
  const shown = showsPersonal(url) ? desk : JSON.parse(maskPersonal(JSON.stringify(desk)))
  sendJson(response, 200, shown)
}

/** Has a verified player verified again. Nobody tells the player: whether and how they are asked is the casino's own matter. */
export async function reverify(_: Site, casino: Casino, { request, response }: Exchange): Promise<void> {
  const input = await readJson(request)
  const wish = { playerExternalId: playerOf(input.player), reason: textOf('reason', input.reason) }
  sendJson(response, 200, await casino.coffer.reverifyKyc(wish))
}

/** Asks the player on their own page for the verification that is open. */
export async function invite({ inbox }: Site, { slug }: Casino, { request, response }: Exchange): Promise<void> {
  const player = playerOf((await readJson(request)).player)
  const [newest] = inbox.verifications(slug, player)
  if (newest?.status !== 'PENDING') {
    throw new SiteError(409, 'NOTHING_OPEN', 'This casino has heard of no verification that the player could fill in.')
  }
  inbox.invite(slug, player, newest.requestId)
  sendJson(response, 200, { standing: inbox.standing(slug, player) })
}

/** Corrects the contact address of an open verification. Without one there is nothing to correct, and nothing is wrong. */
export async function changeEmail(_: Site, casino: Casino, { request, response }: Exchange): Promise<void> {
  const input = await readJson(request)
  const wish = { playerExternalId: playerOf(input.player), email: textOf('email', input.email) }
  const isChanged = await casino.coffer.changeKycEmail(wish).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CofferError && error.code === 'KYC_NO_OPEN_REQUEST') return false
      throw error
    },
  )
  sendJson(response, 200, { isChanged })
}
