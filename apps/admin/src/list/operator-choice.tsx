import { Choice, type ChoiceProps } from './choice.tsx'
import { useOperatorChoice } from './use-operators.ts'

/** A choice of an operator, for staff of the platform. */
export function OperatorChoice(props: ChoiceProps) {
  return <Choice {...props} options={useOperatorChoice(props.value || null)} />
}
