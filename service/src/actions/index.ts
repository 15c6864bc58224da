export type { ActionKind, Answer, ClickAnswer } from './action.ts'
export {
  answerAllForGood,
  answerForGood,
  beginAction,
  type Click,
  type ClicksOf,
  readAnswerOfSubject,
  readStoredAnswer,
  storeAnswer,
} from './begin-action.ts'
