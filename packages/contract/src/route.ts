import type { ZodType } from 'zod'
import type { ErrorCode } from './errors.ts'

/** One endpoint as data: the service serves it, OpenAPI documents it, clients are typed from it. */
export type Route = {
  readonly method: 'GET' | 'POST'
  /** Path with `:name` parameters. */
  readonly path: string
  readonly summary: string
  readonly params?: ZodType
  readonly query?: ZodType
  readonly body?: ZodType
  /** The body is an image, as bytes, in the place of JSON. */
  readonly receives?: 'image'
  /** Status and shape of success; `null` for an answer without a body, `image` for one that is an image. */
  readonly success: { readonly [status: number]: ZodType | null | 'image' }
  /** Refusals of this route beyond those that every route of its surface shares. */
  readonly refusals: readonly ErrorCode[]
}

/** Keeps the literal types of a route table while checking its form. */
export function defineRoutes<const T extends Record<string, Route>>(routes: T): T {
  return routes
}
