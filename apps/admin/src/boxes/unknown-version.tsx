import { Alert } from '@mantine/core'

/** A message that the address names a version that the box does not have. */
export function UnknownVersion() {
  return (
    <Alert color="bad" title="This box has no such version.">
      Go back to the box and choose a version.
    </Alert>
  )
}
