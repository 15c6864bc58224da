import { Refusal } from '../kernel/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'

/** A change that a cookie vouches for comes from a page of ours: a browser says so, and no other page can. Throws ORIGIN_REFUSED. */
export function refuseOtherOrigin(ctx: Context, request: WebRequest): void {
  if (request.headers.origin !== new URL(ctx.config.baseUrl).origin) throw new Refusal('ORIGIN_REFUSED')
}
