import type { Casino } from '../casinos.ts'
import { withBody } from '../personal.ts'
import { type Exchange, readJson, SiteError } from './http.ts'
import { invalid, showsPersonal } from './input.ts'
import type { Site } from './site.ts'

/** Coffer's own list of deliveries to this casino, read and replayed through the SDK. */

const ROWS = 25
const STATUSES = ['pending', 'delivered', 'failed'] as const
const DAY_MS = 86_400_000
/** Far longer than Coffer tries by itself. */
const LOOK_BACK_DAYS = 30

/** Newest first; `?status=` of one status, `?cursor=` further back. */
export async function readDeliveries(_: Site, casino: Casino, { url }: Exchange) {
  const wanted = url.searchParams.get('status')
  const status = STATUSES.find((one) => one === wanted)
  if (wanted && !status) throw invalid('status', `must be one of ${STATUSES.join(', ')}`)
  const cursor = url.searchParams.get('cursor') ?? undefined
  return await casino.coffer.listDeliveries({ status, cursor, limit: ROWS })
}

/** One delivery with its body and its attempts, `?deliveryId=`; what is personal with `?personal=show` alone. */
export async function readDelivery(_: Site, casino: Casino, { url }: Exchange) {
  const deliveryId = deliveryIdOf(url.searchParams.get('deliveryId'))
  const { delivery } = await casino.coffer.getDelivery({ deliveryId })
  return { delivery: withBody(delivery, showsPersonal(url)) }
}

/** Sends one failed delivery again. */
export async function replayDelivery(_: Site, casino: Casino, { request }: Exchange) {
  const deliveryId = deliveryIdOf((await readJson(request)).deliveryId)
  return await casino.coffer.replayDelivery({ deliveryId })
}

/** Sends every failed delivery of the last 30 days again. */
export async function replayFailed(site: Site, casino: Casino, { request }: Exchange) {
  await readJson(request)
  const now = site.inbox.now()
  // An event that occurs while this is asked is of the time too.
  const [from, to] = [now - LOOK_BACK_DAYS * DAY_MS, now + DAY_MS].map((ms) => new Date(ms).toISOString())
  return await casino.coffer.replayDeliveries({ from: from!, to: to! })
}

/** Asks Coffer for a test event to this casino's endpoint. */
export async function testEndpoint(_: Site, casino: Casino, { request }: Exchange) {
  await readJson(request)
  if (casino.webhookEndpointId === null) {
    throw new SiteError(409, 'NO_ENDPOINT', 'This casino does not know the id of its webhook endpoint.')
  }
  return await casino.coffer.testEndpoint({ endpointId: casino.webhookEndpointId })
}

function deliveryIdOf(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 100) return value
  throw invalid('deliveryId', 'must be the id of a delivery')
}
