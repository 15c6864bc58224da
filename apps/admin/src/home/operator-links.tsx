import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { useOperatorChoice } from '../list/use-operators.ts'
import { focusTitle } from '../ui/screen-title.tsx'
import classes from './home.module.css'
import { operatorPath } from './operator-path.ts'

/** Links that choose an operator, for staff of the platform. */
export function OperatorLinks() {
  const operators = useOperatorChoice(null)
  return (
    <>
      <Text>Choose an operator to see its figures.</Text>
      {operators.length > 0 && (
        <ul className={classes.operators} aria-label="Operators">
          {operators.map(({ value, label }) => (
            <li key={value}>
              {/* The list is gone when the operator is chosen. */}
              <Link className="text-link" href={operatorPath('/home', value)} onClick={focusTitle}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
