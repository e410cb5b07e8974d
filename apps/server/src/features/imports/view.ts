import { type DataImport, excludedExportParts } from '@pawtrait/contract/imports.ts'

export type ImportRecord = Omit<DataImport, 'progress' | 'leftOut'> & { rows: number; rowsDone: number }

export const toDataImport = ({ rows, rowsDone, ...row }: ImportRecord): DataImport => ({
  ...row,
  progress: row.state === 'done' ? 100 : rows === 0 ? 0 : Math.min(99, Math.floor((100 * rowsDone) / rows)),
  leftOut: [...excludedExportParts],
})
