import { ERRORS, type ErrorCode } from '@coffer/contract/errors'
import type { Route } from '@coffer/contract/route'
import { type ZodType, z } from 'zod'
import { assert } from '../../kernel/index.ts'
import type { Header, JsonSchema, MediaBody, Operation, Parameter, Response } from './types.ts'

/** What the routes of one surface have in common. */
export type Surface = {
  tag: string
  /** Put before the route's name, so that operation ids are distinct over all surfaces. */
  prefix: string
  security: Record<string, string[]>[]
  refusals: readonly ErrorCode[]
}

const EVERY_ROUTE: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
]

export function operationOf(name: string, route: Route, surface: Surface, note?: string): Operation {
  const codes = [...new Set([...route.refusals, ...surface.refusals, ...EVERY_ROUTE])]
  const parameters = [...parametersOf('path', route.params), ...parametersOf('query', route.query)]
  return {
    operationId: `${surface.prefix}${name[0]?.toUpperCase()}${name.slice(1)}`,
    summary: route.summary,
    ...(note === undefined ? {} : { description: note }),
    tags: [surface.tag],
    security: surface.security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route.body) } : {}),
    responses: { ...successes(route), ...errorResponses(codes) },
    'x-error-codes': codes,
  }
}

/** An empty body is read as `{}`, so a body without a required field may be left out. */
function requestBody(body: ZodType): MediaBody {
  return { required: !body.safeParse({}).success, ...jsonBody(schemaOf(body, 'input')) }
}

/** The schema of what is sent (`input`) or of what comes back (`output`), in the dialect of OpenAPI 3.1. */
export function schemaOf(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: dropSafeBounds,
  }) as JsonSchema
  return rest
}

/** That an integer is a safe one is said once, in the description; repeated at each it hides the bounds that matter. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

export function jsonBody(schema: JsonSchema): MediaBody {
  return { content: { 'application/json': { schema } } }
}

function parametersOf(place: 'path' | 'query', schema: ZodType | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function successes(route: Route): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(route.success).map(([status, schema]): [string, Response] => [
      status,
      schema === null
        ? { description: 'Done; no body' }
        : { description: 'Success', ...jsonBody(schemaOf(documented(schema), 'output')) },
    ]),
  )
}

/** Images and files are for our own pages, whose routes are not documented. */
function documented(schema: ZodType | 'image' | 'csv' | 'json-file'): ZodType {
  assert(typeof schema !== 'string', 'a route that is documented answers JSON')
  return schema
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, ofStatus]): [string, Response] => [
        String(status),
        {
          description: ofStatus.join(', '),
          ...(status === ERRORS.RATE_LIMITED.status ? { headers: rateLimitHeaders } : {}),
          ...jsonBody({ $ref: '#/components/schemas/Error' }),
        },
      ]),
  )
}

const header = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } })

/** What a limited route says of the limit; on a 429 always, else when the process knows. */
export const RATE_LIMIT_HEADERS: Record<string, Header> = {
  'Retry-After': header('Seconds until the same request may be sent again; at least 1.'),
  'RateLimit-Limit': header('How many requests a full bucket holds.'),
  'RateLimit-Remaining': header('How many of them are left.'),
  'RateLimit-Reset': header('Seconds until the bucket is full again.'),
}

/** The same by name, for the answers that carry them. */
export const rateLimitHeaders = Object.fromEntries(
  Object.keys(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
