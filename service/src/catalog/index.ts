export {
  type FoundVersion,
  findAdminBox,
  findVersionHead,
  listVersionHeads,
  type VersionHead,
} from './admin-box-store.ts'
export { archiveBox, restoreBox } from './archive-box.ts'
export { type Attribute, ownAttributes } from './attributes.ts'
export { hasPublishedBox } from './box-list-store.ts'
export type { BoxListQuery } from './box-query.ts'
export { type Box, boxesByIds, findBox, findBoxId, listAttributes } from './box-store.ts'
export { browseBoxes, showBox } from './browse-boxes.ts'
export { changeBox } from './change-box.ts'
export { changeOperatorSettings } from './change-operator-settings.ts'
export { type ConvertOptions, convertOperator, type OperatorConversion } from './convert-operator.ts'
export { createBox } from './create-box.ts'
export { findWaiting, type HeldValueRecord } from './held-value-store.ts'
export {
  type ApproveValue,
  approveOrRefuse,
  approveValue,
  countHeldValues,
  declineValue,
  type HeldValue,
  listHeldValues,
  type NotApproved,
} from './held-values.ts'
export { type ImportedCatalogue, importCatalogue } from './import-catalogue.ts'
export { type ImportedValues, importValues } from './import-values.ts'
export { isCashable, isUpgraderPrize, publicMetadata, type WinnableType } from './item.ts'
export { findListedItem } from './item-list-store.ts'
export { type CatalogueItem, itemsByIds, listUpgraderPrizes, type UpgraderPrizeRow } from './item-store.ts'
export { listCatalogueBoxes } from './list-catalogue-boxes.ts'
export { findItems, listItems } from './list-items.ts'
export { liveVersionOf } from './live-version.ts'
export { hashOfPlan, type Plan, type PlannedVersion, planFaults, planVersion } from './plan-version.ts'
export { previewBoxes } from './preview-boxes.ts'
export { percent, rtpBpsOf } from './publish-gate.ts'
export { publishScheduled, scheduleFaults } from './publish-scheduled.ts'
export { publishVersion } from './publish-version.ts'
export { recordValue } from './record-value.ts'
export { cashedRtpBps, countedMinor, rtpStatusOf, type WeighedPrize } from './rtp-status.ts'
export { listBoxesOfItem } from './rtp-status-store.ts'
export { findScheduled, listDue, listOperatorsWithDue, type ScheduledVersion } from './schedule-store.ts'
export { cancelSchedule, scheduleVersion } from './schedule-version.ts'
export { type ChangedItem, planFilePreview, readStaffFile, type StaffFile, setFileValues } from './set-file-values.ts'
export { setBoxPicture, setItemPicture } from './set-picture.ts'
export { setShippingCost } from './set-shipping-cost.ts'
export { type SetStock, type StockChange, setStock } from './set-stock.ts'
export { setValue } from './set-value.ts'
export { showPlannedBox } from './show-planned-box.ts'
export { findStock, lockStocks, type Pieces, returnStock, takeStock } from './stock-store.ts'
export { mostAfter } from './value-step.ts'
export { listLastValues, listRevisions, type Revision } from './value-store.ts'
export {
  findSnapshots,
  findVersion,
  findVersions,
  type PlayableVersion,
  prizesOfVersions,
  type VersionPrize,
} from './version-store.ts'
