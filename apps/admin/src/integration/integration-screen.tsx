import { OperatorScreen } from '../list/operator-screen.tsx'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { IntegrationView } from './integration-view.tsx'
import { useIntegration } from './use-integration.ts'

/** The wallet and the allowed origins of the operator; for staff of the platform those of an operator that they choose. */
export function IntegrationScreen() {
  const chosen = useChosenOperator()
  const { operator, lacksOperator } = chosen
  const query = useIntegration(operator, { isEnabled: !lacksOperator })
  const read = async () => {
    const { data, isSuccess } = await query.refetch()
    return isSuccess ? data : null
  }
  return (
    <OperatorScreen
      title="Integration"
      chosen={chosen}
      hint="Choose an operator to see its wallet and its allowed origins."
      noun="the integration"
      query={query}
    >
      {/* The key closes the dialogs when another operator is chosen: they change what belongs to one operator. */}
      {query.data && <IntegrationView key={operator} integration={query.data} operator={operator} read={read} />}
    </OperatorScreen>
  )
}
