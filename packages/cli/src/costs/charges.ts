import { Failure } from '../failure.ts'

export const isCharges = (name: string): boolean => /\.(csv|csv\.gz|gz)$/i.test(name)
const isParquet = (name: string): boolean => /\.parquet$/i.test(name)

export const noCharges = (where: string, names: readonly string[]): Failure =>
  new Failure(
    names.some(isParquet)
      ? `${where} has only Parquet files: configure the export as CSV.`
      : `There is no .csv or .csv.gz file in ${where}.`,
  )
