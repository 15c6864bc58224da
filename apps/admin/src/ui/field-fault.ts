import { fieldSentence, isInvalid } from '../api/api.ts'

/** Why the service refused a field; undefined when it did not. `subject`: the start of the sentence, such as "The value". */
export function fieldFault(error: Error | null, field: string, subject: string): string | undefined {
  if (!isInvalid(error, field)) return undefined
  return fieldSentence(error, field, subject) ?? `${subject} is refused.`
}

/** Why the service refused the reason of a change; undefined when it did not. */
export function reasonFault(error: Error | null): string | undefined {
  return fieldFault(error, 'reason', 'The reason')
}
