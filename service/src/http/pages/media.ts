import { Refusal } from '../../kernel/index.ts'
import { findMedia } from '../../media/index.ts'
import type { Context, WebServer } from '../../platform/index.ts'
import { lookForThing } from '../strangers.ts'

type MediaParams = { operatorId: string; name: string }

const OPERATOR_ID = /^[1-9]\d{0,14}$/
const NAME = /^[A-Za-z0-9_-]{1,100}\.[a-z0-9]{1,8}$/

/** Images by content: what stands under a name never changes. A sandbox keeps a drawing from acting as a page. */
export function addMedia(app: WebServer, ctx: Context): void {
  app.get<{ Params: MediaParams }>('/media/:operatorId/:name', async (request, reply) => {
    const { operatorId, name } = request.params
    if (!OPERATOR_ID.test(operatorId) || !NAME.test(name)) throw new Refusal('NOT_FOUND')
    const media = await lookForThing(ctx, request, reply, async () => {
      const found = await ctx.tx(Number(operatorId), (tx) => findMedia(tx, Number(operatorId), name))
      if (!found) throw new Refusal('NOT_FOUND')
      return found
    })
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(media.contentType)
      .send(media.bytes)
  })
}
