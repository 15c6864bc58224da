import type { FigureName } from './figures.ts'

/** What each figure counts, and what is wanted of it. */
export const FIGURES: Readonly<Record<FigureName, { what: string; wanted: string; unit?: '%' }>> = {
  files: { what: 'files of service/src', wanted: 'about 400' },
  medianLines: { what: 'their median lines', wanted: '60-90' },
  shortShare: { what: 'share of them with 40 lines or fewer', wanted: 'under 25 %', unit: '%' },
  oneImporter: { what: 'files with one importer, in their own folder', wanted: 'fresh nouns only' },
  oneImporterStubs: { what: 'and those of them with 30 lines or fewer', wanted: '0' },
  reachedByOpen: { what: 'files that one open reaches, by names used', wanted: '60' },
  reachedByOpenInService: { what: 'and those of them in service/src', wanted: '' },
  readForOpen: { what: 'files that one reads to understand it', wanted: '25' },
  importShare: { what: 'import lines, share of service/src', wanted: '6 %', unit: '%' },
  importShareHttp: { what: 'import lines, share of http', wanted: '6 %', unit: '%' },
  passThroughs: { what: 'functions that only hand on to another', wanted: '0' },
  circles: { what: 'circles of imports, in the whole repository', wanted: '0' },
}
