import { Code, Text } from '@mantine/core'
import classes from './audit.module.css'

/** A value of an entry, as text that people can read. Undefined: personal data, which the log does not contain. */
export function RecordedValue({ value }: { value: unknown }) {
  if (value === undefined) return <Text c="dimmed">not recorded: personal data</Text>
  if (value === null) return <Text c="dimmed">not set</Text>
  if (value === '' || (Array.isArray(value) && value.length === 0)) return <Text c="dimmed">empty</Text>
  if (isTextList(value)) return <span className={classes.value}>{value.join(', ')}</span>
  if (typeof value !== 'object') return <span className={classes.value}>{String(value)}</span>
  return (
    <Code block className={classes.json}>
      {JSON.stringify(value, null, 2)}
    </Code>
  )
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
