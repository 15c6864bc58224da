export type { ActionKind, Answer, ClickAnswer } from './action.ts'
export {
  beginAction,
  type Click,
  readAnswerOfSubject,
  readStoredAnswer,
  storeAnswer,
  storeAnswerOfSubject,
  storeAnswerUnlessThere,
} from './begin-action.ts'
