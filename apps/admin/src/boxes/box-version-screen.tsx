import type { AdminBox, AdminBoxVersion } from '@coffer/contract/admin'
import { BOX_LIST } from '@coffer/contract/list'
import { Alert, Button } from '@mantine/core'
import { failureCode } from '../api/api.ts'
import { DetailScreen } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { versionName } from '../text/boxes.ts'
import { Chip } from '../ui/chip.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { PrizeComparisonSection, PrizeSection } from './prize-sections.tsx'
import { type BoxKey, useBox, useBoxVersion } from './use-box.ts'
import { useComparedId } from './use-compared-id.ts'
import { VersionFactSection } from './version-fact-section.tsx'

type ScreenProps = { boxId: number; boxVersionId: number }

/** One version of a box, and what differs from another version. */
export function BoxVersionScreen({ boxId, boxVersionId }: ScreenProps) {
  const address = useDetailAddress(BOX_LIST, `/boxes/${boxId}`)
  const { operator, lacksOperator } = address
  const key = { boxId, operator }
  const boxRead = useBox(key, { isEnabled: !lacksOperator })
  const versionRead = useBoxVersion(key, boxVersionId, { isEnabled: !lacksOperator })
  const { box } = boxRead
  const { version } = versionRead
  const isUnknown = version === null && isUnknownVersion(versionRead.readError)
  const readAgain = () => {
    if (boxRead.readError !== null) void boxRead.readAgain()
    if (versionRead.readError !== null) void versionRead.readAgain()
  }
  return (
    <DetailScreen
      address={address}
      noun="version"
      plural="boxes"
      backTo="the box"
      title={box === null || version === null ? 'Version' : `${versionName(version)} of ${box.name}`}
      documentTitle={version === null ? `Version of box ${boxId}` : `${versionName(version)} of box ${boxId}`}
      status={version?.isLive === true && <Chip>Live</Chip>}
      isMissing={box === null || (version === null && !isUnknown)}
      readError={boxRead.readError ?? (isUnknown ? null : versionRead.readError)}
      readAgain={readAgain}
    >
      {box !== null && isUnknown && (
        <Alert color="bad" title="This box has no such version.">
          Go back to the box and choose a version.
        </Alert>
      )}
      {box !== null && version !== null && <VersionView box={box} version={version} boxKey={key} />}
    </DetailScreen>
  )
}

/** The box and its versions are refused with the same code. */
function isUnknownVersion(error: Error | null): boolean {
  return error !== null && failureCode(error) === 'UNKNOWN_BOX'
}

type Props = { box: AdminBox; version: AdminBoxVersion; boxKey: BoxKey }

function VersionView({ box, version, boxKey }: Props) {
  const { operator } = boxKey
  const { comparedId, choose } = useComparedId(version)
  const { version: other, readError, isReading, readAgain } = useBoxVersion(boxKey, comparedId, { isEnabled: true })
  const isUnknown = isUnknownVersion(readError)
  const retry = () => {
    void readAgain()
    // The button is gone when it succeeds.
    focusTitle()
  }
  return (
    <>
      <VersionFactSection
        box={box}
        version={version}
        comparedId={isUnknown ? null : comparedId}
        compared={other}
        onChoose={choose}
      />
      {isUnknown && <Alert color="info">The version to compare with does not exist.</Alert>}
      {readError !== null && !isUnknown && (
        <FailureAlert error={readError}>
          <Button onClick={retry}>Try again</Button>
        </FailureAlert>
      )}
      {readError === null && isReading && <Loading what="the other version" />}
      {other === null && <PrizeSection version={version} operator={operator} />}
      {other !== null && <PrizeComparisonSection version={version} compared={other} operator={operator} />}
    </>
  )
}
