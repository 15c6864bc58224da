export type { ActionAnswer, ActionKind, Answer } from './action.ts'
export {
  type ActionKey,
  type ActionsOf,
  answerAllForGood,
  answerForGood,
  beginAction,
  readAnswerOfSubject,
  readStoredAnswer,
  storeAnswer,
} from './begin-action.ts'
