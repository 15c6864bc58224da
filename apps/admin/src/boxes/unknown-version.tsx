import { Alert } from '@mantine/core'

/** Message for an address whose version does not exist. */
export function UnknownVersion() {
  return (
    <Alert color="bad" title="This box has no such version.">
      Go back to the box and choose a version.
    </Alert>
  )
}
