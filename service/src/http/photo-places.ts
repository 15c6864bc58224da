import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Context } from '../platform/index.ts'

/** How many photos the page of each link is sending to a process. */
const sending = new WeakMap<Context, Map<number, number>>()

/**
 * Takes a place for a photo until it is answered. What is sent is held in memory until it was made anew, and 60 slow uploads of one page
 * would be 600 MB: a process takes in only so many at once, and of one page fewer. Throws RATE_LIMITED, KYC_UNAVAILABLE.
 */
export function takePhotoPlace(ctx: Context, reply: FastifyReply, { linkId }: KycBrowser): void {
  const byLink = sending.get(ctx) ?? new Map<number, number>()
  sending.set(ctx, byLink)
  const own = byLink.get(linkId) ?? 0
  const all = [...byLink.values()].reduce((total, count) => total + count, 0)
  if (own >= ctx.limits.kycUploadsOfLinkCount) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
  // Of a connection that is gone no end would be heard.
  const { socket } = reply.request.raw
  if (all >= ctx.limits.kycUploadsCount || socket.destroyed) throw new Refusal('KYC_UNAVAILABLE')
  byLink.set(linkId, own + 1)
  const release = () => {
    reply.raw.off('close', release)
    socket.off('close', release)
    const left = (byLink.get(linkId) ?? 0) - 1
    if (left > 0) byLink.set(linkId, left)
    else byLink.delete(linkId)
  }
  reply.raw.once('close', release)
  socket.once('close', release)
}
