export { selectorConfig } from './selector.ts'
