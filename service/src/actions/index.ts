export type { ActionKind, Answer, ClickAnswer } from './action.ts'
export { beginAction, type Click, readStoredAnswer, storeAnswer, storeAnswerUnlessThere } from './begin-action.ts'
