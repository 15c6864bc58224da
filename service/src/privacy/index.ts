export type { DataKey } from './data-key.ts'
export { dataKeyOf } from './data-key-of.ts'
export { DATA_KEY } from './store.ts'
