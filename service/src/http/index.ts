export { referenceFiles } from './openapi/index.ts'
export { unbuiltWords } from './pages/index.ts'
export type { Readiness } from './probes.ts'
export { buildServer } from './server.ts'
