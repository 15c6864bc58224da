import { Text } from '@mantine/core'
import { OperatorScreen } from '../list/operator-screen.tsx'
import { useChosenOperator } from '../list/use-chosen-operator.ts'
import { Moment } from '../ui/moment.tsx'
import { HomeParts } from './home-parts.tsx'
import { useHome } from './use-home.ts'

/** Figures and open tasks of the operator; for staff of the platform those of an operator that they choose. */
export function HomeScreen() {
  const chosen = useChosenOperator()
  const { operator, lacksOperator } = chosen
  const query = useHome(operator)
  return (
    <OperatorScreen
      title="Home"
      chosen={chosen}
      hint="Choose an operator to see its figures."
      noun="the figures"
      query={query}
      actions={
        query.data && (
          <Text size="xs" c="dimmed">
            Updated <Moment at={query.data.at} />
          </Text>
        )
      }
    >
      {/* The key folds the table of days again when another operator is chosen. */}
      {query.data && (
        <HomeParts key={operator} home={query.data} operator={operator} isOfAllOperators={lacksOperator} />
      )}
    </OperatorScreen>
  )
}
