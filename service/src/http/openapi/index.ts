export { buildOpenApi } from './build.ts'
export { referenceFiles } from './reference.ts'
export type { JsonSchema, OpenApi, Operation } from './types.ts'
