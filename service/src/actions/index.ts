export type { ActionAnswer, ActionKind, Answer } from './action.ts'
export {
  type ActionKey,
  type ActionsOf,
  answerAllForGood,
  answerForGood,
  beginAction,
  findFirstRequest,
  readAnswerOfSubject,
  readStoredAnswer,
  recordFirstRequest,
  storeAnswer,
} from './begin-action.ts'
export { countAnswersWithPersonalData, eraseAnswers } from './store.ts'
