import { Alert, Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode }

/** Shows a message in place of a screen that failed to load or to render. React writes the error to the console. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Alert color="bad" title="This screen could not be shown.">
        <p>Load the page again. If the error returns, contact your administrator.</p>
        <Button mt="sm" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </Alert>
    )
  }
}
