export { referenceFiles } from './openapi/index.ts'
export { unbuiltWords } from './pages/index.ts'
export { buildServer, type Readiness } from './server.ts'
