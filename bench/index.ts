/** What is measured, against what. Every bench takes a stage that is set, and says what it finds. */
export { benchHanging, type HangingOptions, type HangingResult } from './hanging.ts'
export { benchLists, type ListsOptions, type ListsResult, listsAreFlat } from './lists.ts'
export { benchOpen, type OpenOptions, type OpenResult } from './open.ts'
export { benchProfile, type ProfileOptions, type ProfileResult } from './profile.ts'
export { writeHanging, writeLists, writeOpen, writeProfile } from './support/results.ts'
export { type Stage, setStage } from './support/stage.ts'
export { hangingTable, listsTable, openTable, profileTables } from './support/tables.ts'
