import type { ApiKeyRow } from '@coffer/contract/admin'
import { API_KEY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { scopesText } from '../text/api-keys.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Moment } from '../ui/moment.tsx'
import { KeyButtons } from './key-buttons.tsx'
import { type KeyDialog, KeyDialogs, operatorOf } from './key-dialogs.tsx'
import { KEY_LIST_TEXT } from './key-list-text.ts'
import { KeyStatus } from './key-status.tsx'
import classes from './keys.module.css'
import { KEYS_QUERY } from './use-keys.ts'

const CELLS = {
  keyId: ({ keyId }: ApiKeyRow) => <span className={classes.id}>{keyId}</span>,
  status: (row: ApiKeyRow) => <KeyStatus {...row} />,
  scopes: ({ scopes }: ApiKeyRow) => scopesText(scopes),
  requireNonce: ({ requireNonce }: ApiKeyRow) => (requireNonce ? 'Required' : 'Optional'),
  createdAt: ({ createdAt }: ApiKeyRow) => <Moment at={createdAt} />,
  lastUsedAt: ({ lastUsedAt }: ApiKeyRow) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
}

/** The API keys of the operator; for staff of the platform those of an operator that they choose. */
export function KeyListScreen() {
  const control = useListState(API_KEY_LIST)
  const { operator = null } = control.filters
  const [dialog, setDialog] = useState<KeyDialog | null>(null)
  const [result, setResult] = useState<{ operator: string | null; text: string } | null>(null)
  const mayManage = mayDo(useStaff().roles, 'integration.manage')
  const open = (opened: KeyDialog) => {
    setResult(null)
    setDialog(opened)
  }
  const close = (text: string | null) => {
    setDialog(null)
    if (dialog !== null && text !== null) setResult({ operator: operatorOf(dialog), text })
  }
  const buttonsOf = (key: ApiKeyRow) =>
    (key.status === 'active' || key.status === 'ending') && (
      <KeyButtons
        apiKey={key}
        onRotate={() => open({ name: 'rotate', key: { ...key, operator } })}
        onRevoke={() => open({ name: 'revoke', key: { ...key, operator } })}
      />
    )
  return (
    <>
      <ListScreen<typeof API_KEY_LIST, ApiKeyRow>
        name={KEYS_QUERY}
        title="API keys"
        noun="API keys"
        list={API_KEY_LIST}
        text={KEY_LIST_TEXT}
        control={control}
        read={async (body) => {
          const { keys, cursor } = await api.call('listApiKeys', { body })
          return { rows: keys, cursor }
        }}
        exportRows={(body) => api.call('exportApiKeys', { body })}
        keyOf={({ keyId }) => keyId}
        cells={CELLS}
        empty={mayManage ? 'No API keys yet. Create one for your backend.' : 'No API keys yet.'}
        actions={
          mayManage &&
          !control.lacksOperator && (
            <Button variant="filled" onClick={() => open({ name: 'create', operator })}>
              Create key…
            </Button>
          )
        }
        rowButtons={mayManage ? buttonsOf : undefined}
        notice={<ActionResult>{result?.operator === operator ? result.text : null}</ActionResult>}
      />
      {dialog !== null && <KeyDialogs dialog={dialog} onClose={close} />}
    </>
  )
}
