import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { Moment } from '../ui/moment.tsx'
import { focusTitle, ScreenTitle } from '../ui/screen-title.tsx'
import classes from './list.module.css'
import type { DetailAddress } from './use-detail-address.ts'

type Props = {
  address: DetailAddress
  /** The row within a sentence, as in "Loading the round…". */
  noun: string
  /** The rows of the list, as in "Back to rounds". */
  plural: string
  /** What the link at the top leads to; omitted: `plural`. */
  backTo?: string
  title: string
  /** Title of the document; omitted: `title`. */
  documentTitle?: string
  /** The status of the row, shown next to the title. */
  status?: ReactNode
  /** Buttons on the other side of the title. */
  actions?: ReactNode
  /** True while the row has not been read. */
  isMissing?: boolean
  readError?: Error | null
  readAgain?: () => unknown
  screenRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A screen about one row of a list, or why it is not shown. */
export function DetailScreen(props: Props) {
  const { address, noun, plural, title, documentTitle, status, actions, screenRef } = props
  const { isMissing = false, readError = null } = props
  const { backPath, lacksOperator } = address
  const retry = () => {
    void props.readAgain?.()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <Stack className={classes.detail} ref={screenRef}>
      <BackLink href={backPath} to={props.backTo ?? plural} />
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <ScreenTitle title={title} documentTitle={documentTitle} />
          <span role="status">{status}</span>
        </Group>
        {actions}
      </Group>
      {lacksOperator && (
        <Alert color="info" title="The address of this page names no operator.">
          Choose the operator in the list of {plural}, and open the {noun} there.
        </Alert>
      )}
      {readError !== null && (
        <FailureAlert error={readError}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {props.children}
      {isMissing && readError === null && !lacksOperator && <Loading what={`the ${noun}`} />}
    </Stack>
  )
}

type RefreshProps = { readAt: string | null; isReading: boolean; onRefresh: () => void }

/** The time at which a row was read, and a button to read it again. */
export function RefreshButton({ readAt, isReading, onRefresh }: RefreshProps) {
  return (
    <Group gap="sm">
      <Text role="status" size="xs" c="dimmed">
        {readAt !== null && (
          <>
            Updated <Moment at={readAt} isExact />
          </>
        )}
      </Text>
      <ActionButton variant="default" isBusy={isReading} onClick={onRefresh}>
        Refresh
      </ActionButton>
    </Group>
  )
}
