import { Alert, Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

/** `title`: what could not be shown. Omitted: the screen. */
type Props = { title?: string; children: ReactNode }

/** Shows a message in place of a screen, or of a part of it, that failed to load or to render. React writes the error to the console. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ReloadAlert title={this.props.title ?? 'This screen could not be shown.'} />
  }
}

/** A message that a part of the admin cannot be shown, with a button that loads the page again. */
export function ReloadAlert({ title }: { title: string }) {
  return (
    <Alert color="bad" title={title}>
      <p>Load the page again. If the error returns, contact your administrator.</p>
      <Button mt="sm" onClick={() => location.reload()}>
        Load the page again
      </Button>
    </Alert>
  )
}
