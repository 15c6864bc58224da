export type { ActionKind, Answer, ClickAnswer } from './action.ts'
export { beginAction, type Click, readStoredAnswer, storeAnswer } from './begin-action.ts'
