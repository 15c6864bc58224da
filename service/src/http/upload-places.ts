import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import type { StaffSession } from '../staff/index.ts'

type PhotoPlace = { operatorId: number; linkId: number }
/** `operatorId`: null for staff of the platform. */
type StaffPlace = { operatorId: number | null; staffId: number }
type Incoming = WebRequest['raw']

/** The photos that pages are sending to a process, and the files that staff are. */
const photos = new WeakMap<Context, Set<PhotoPlace>>()
const staffFiles = new WeakMap<Context, Set<StaffPlace>>()

/**
 * Takes a place for a photo until it is answered, or comes too slowly. What is sent is held in memory until it was made anew, and 60 slow
 * uploads of one page would be 600 MB: a process takes in only so many at once, of one operator fewer, so that there is room for the players
 * of others, and of one page fewer still. Throws RATE_LIMITED, KYC_UNAVAILABLE.
 */
export function takePhotoPlace(ctx: Context, reply: FastifyReply, { operatorId, linkId }: KycBrowser): void {
  const places = placesOf(photos, ctx)
  const ofOperator = [...places].filter((place) => place.operatorId === operatorId)
  const ofLink = ofOperator.filter((place) => place.linkId === linkId)
  if (ofLink.length >= ctx.limits.kycUploadsOfLinkCount) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
  const isFull = places.size >= ctx.limits.kycUploadsCount || ofOperator.length >= ctx.limits.kycUploadsOfOperatorCount
  if (isFull || isGone(reply)) throw new Refusal('KYC_UNAVAILABLE')
  takePlace(ctx, reply, places, { operatorId, linkId })
}

/** Takes a place for a file of a member of staff, like `takePhotoPlace`. Throws RATE_LIMITED. */
export function takeStaffPlace(ctx: Context, reply: FastifyReply, { operator, staffId }: StaffSession): void {
  const operatorId = operator?.operatorId ?? null
  const places = placesOf(staffFiles, ctx)
  const ofOperator = [...places].filter((place) => place.operatorId === operatorId)
  const ofPerson = ofOperator.filter((place) => place.staffId === staffId)
  const isFull =
    places.size >= ctx.limits.staffUploadsCount ||
    ofOperator.length >= ctx.limits.staffUploadsOfOperatorCount ||
    ofPerson.length >= ctx.limits.staffUploadsOfPersonCount
  if (isFull || isGone(reply)) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
  takePlace(ctx, reply, places, { operatorId, staffId })
}

function placesOf<Place>(all: WeakMap<Context, Set<Place>>, ctx: Context): Set<Place> {
  const places = all.get(ctx) ?? new Set<Place>()
  all.set(ctx, places)
  return places
}

/** A connection that has closed already emits no event that would free its place. */
function isGone(reply: FastifyReply): boolean {
  return reply.request.raw.socket.destroyed
}

function takePlace<Place>(ctx: Context, reply: FastifyReply, places: Set<Place>, place: Place): void {
  places.add(place)
  const ended = endOf(reply)
  ended.addEventListener('abort', () => places.delete(place))
  cutOffWhenSlow(ctx, reply.request.raw, ended)
}

/** Aborts when the answer is out, or the connection gone. */
function endOf(reply: FastifyReply): AbortSignal {
  const ending = new AbortController()
  const { socket } = reply.request.raw
  const end = () => {
    reply.raw.off('close', end)
    socket.off('close', end)
    ending.abort()
  }
  reply.raw.once('close', end)
  socket.once('close', end)
  return ending.signal
}

/** Its place is free again as soon as the connection is closed. */
function cutOffWhenSlow({ clock, limits }: Context, incoming: Incoming, ended: AbortSignal): void {
  const { socket } = incoming
  let before = socket.bytesRead
  const look = () => {
    if (incoming.complete) return
    if (socket.bytesRead - before < limits.kycUploadPaceBytes) socket.destroy()
    before = socket.bytesRead
    cancel = clock.after(limits.kycUploadPaceMs, look)
  }
  let cancel = clock.after(limits.kycUploadPaceMs, look)
  ended.addEventListener('abort', () => cancel(), { once: true })
}
