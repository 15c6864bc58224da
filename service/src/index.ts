export { type ContextOverrides, makeContext, type OwnedContext, openContext } from './context.ts'
export { referenceFiles } from './http/index.ts'
export { type Service, type ServiceOverrides, startService } from './main.ts'
