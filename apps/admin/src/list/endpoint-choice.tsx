import { endpointLabel } from '../text/webhooks.ts'
import { Choice, type ChoiceProps } from './choice.tsx'
import { useEndpoints } from './use-endpoints.ts'

type Props = ChoiceProps & {
  operator: string | null
  /** False while no operator is chosen: nothing is read then. */
  isEnabled: boolean
}

/** A choice of an endpoint. One that is chosen already is offered before the endpoints have been read. */
export function EndpointChoice({ operator, isEnabled, ...props }: Props) {
  const { data = [] } = useEndpoints(operator, { isEnabled })
  const known = data.map((endpoint) => ({ value: `${endpoint.endpointId}`, label: endpointLabel(endpoint) }))
  const isKnown = props.value === '' || known.some(({ value }) => value === props.value)
  const options = isKnown ? known : [{ value: props.value, label: `Endpoint ${props.value}` }, ...known]
  return <Choice {...props} options={options} />
}
