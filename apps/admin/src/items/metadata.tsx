import { Text } from '@mantine/core'
import { Fact, FactList } from '../ui/fact-list.tsx'
import classes from './items.module.css'

/** Other data of an item, which the operator chooses. */
export function Metadata({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata)
  if (entries.length === 0) return null
  return (
    <details className={classes.metadata}>
      <summary>Metadata</summary>
      <FactList>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className={classes.value}>{valueText(value)}</span>
          </Fact>
        ))}
      </FactList>
      {entries.some(([name]) => name.startsWith('_')) && (
        <Text size="xs" c="dimmed">
          Keys that begin with _ are shown to staff only.
        </Text>
      )}
    </details>
  )
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
