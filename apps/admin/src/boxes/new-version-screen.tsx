import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { DetailScreen } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { START_PARAMETER } from './new-version-path.ts'
import { UnknownVersion } from './unknown-version.tsx'
import { type BoxKey, isUnknownVersion, useBox, useBoxVersion, useStartCheck } from './use-box.ts'
import { draftOf } from './version-draft.ts'
import { VersionEditor } from './version-editor.tsx'
import { publicationOf, startOf, startTexts, titleOf, versionIdIn } from './version-start.ts'

/** Makes a new version of a box: its price and its prizes, a review, and the time of publication. */
export function NewVersionScreen({ boxId }: { boxId: number }) {
  // Escape would discard the draft.
  const address = useDetailAddress(BOX_LIST, `/boxes/${boxId}`, { hasEscape: false })
  const { operator, lacksOperator, backPath } = address
  const key = { boxId, operator }
  const start = new URLSearchParams(useSearch()).get(START_PARAMETER)
  const versionId = versionIdIn(start)
  const boxRead = useBox(key, { isEnabled: !lacksOperator })
  const versionRead = useBoxVersion(key, versionId, { isEnabled: !lacksOperator })
  const { box } = boxRead
  const { version } = versionRead
  const isUnknown = version === null && isUnknownVersion(versionRead.readError)
  const isMissing = box === null || (versionId !== null && version === null && !isUnknown)
  return (
    <DetailScreen
      address={address}
      noun="box"
      plural="boxes"
      backTo="the box"
      title={box === null ? 'New version' : titleOf(box, start)}
      documentTitle={`New version of box ${boxId}`}
      isMissing={isMissing}
      readError={boxRead.readError ?? (isUnknown ? null : versionRead.readError)}
      readAgain={() => {
        if (boxRead.readError !== null) void boxRead.readAgain()
        if (versionRead.readError !== null) void versionRead.readAgain()
      }}
    >
      {box !== null && isUnknown && <UnknownVersion />}
      {box !== null && !isMissing && !isUnknown && (
        <Start key={start} {...{ box, version, start, backPath }} boxKey={key} readBox={boxRead.readAgain} />
      )}
    </DetailScreen>
  )
}

type Props = {
  /** The box as it was last read. */
  box: AdminBox
  /** The version that the address names by its ID. */
  version: AdminBoxVersion | null
  /** The name in the address of the version that the new one starts from. */
  start: string | null
  boxKey: BoxKey
  backPath: string
  /** Reads the box again; null when that failed. */
  readBox: () => Promise<AdminBox | null>
}

/** The editor, unless the box is archived at the start. The draft is kept if the box is archived later. */
function Start(props: Props) {
  const [isArchived] = useState(props.box.status === 'archived')
  if (!isArchived) return <StartedEditor {...props} />
  return (
    <Alert color="bad" title="This box is archived.">
      Restore it before you publish a version.
    </Alert>
  )
}

/** The editor, once the prizes that it starts from have been read at current values. */
function StartedEditor({ box, version, start, boxKey, backPath, readBox }: Props) {
  // The box may change while the draft is edited.
  const [{ priceMinor, prizes }] = useState(() => startOf(box, start, version))
  const [publication] = useState(() => publicationOf(box, start))
  const { checked, readError, readAgain } = useStartCheck(boxKey, start, { priceMinor: priceMinor ?? 0, prizes })
  const retry = () => {
    void readAgain()
    // The button is gone when it succeeds.
    focusTitle()
  }
  if (checked !== null) {
    return (
      <VersionEditor
        start={draftOf(checked, priceMinor)}
        bounds={checked}
        texts={startTexts(box, start, version)}
        {...{ box, boxKey, publication, backPath, readBox }}
      />
    )
  }
  if (readError === null) return <Loading what="the prizes" />
  return (
    <FailureAlert error={readError}>
      <Button onClick={retry}>Try again</Button>
    </FailureAlert>
  )
}
