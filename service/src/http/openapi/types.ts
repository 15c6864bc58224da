/** As much of OpenAPI 3.1 as we write. */
export type JsonSchema = { [keyword: string]: unknown }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }
export type MediaBody = { required?: boolean; content: { 'application/json': { schema: JsonSchema } } }
export type Header = { description: string; schema: JsonSchema }
export type Response = { description: string; headers?: Record<string, { $ref: string }> } & Partial<MediaBody>

export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: MediaBody
  responses: Record<string, Response>
  /** Codes that the answer's `error.code` may hold. */
  'x-error-codes': string[]
}

export type PathItem = { get?: Operation; post?: Operation }

export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
    securitySchemes: Record<string, JsonSchema>
  }
  'x-error-table': Record<string, unknown>
}
