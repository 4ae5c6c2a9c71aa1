import type { Io } from '../command.ts'
import { counted } from '@svc/model'
import { lineOn } from '../progress-line.ts'
import type { ExportFile } from './export-file.ts'

const width = 30

/** A progress bar for files; for a pipe, whose size is unknown, only the rows. */
export function showProgress(io: Io, { size, readBytes }: Pick<ExportFile, 'size' | 'readBytes'>) {
  const line = lineOn(io)
  const bar = (): string => {
    if (!size) return ''
    const share = Math.min(1, readBytes() / size)
    return `[${'#'.repeat(Math.round(share * width)).padEnd(width)}] ${Math.floor(share * 100)} %, `
  }
  return {
    rows: (rows: number): void => line.write(() => bar() + counted(rows, 'row')),
    end: line.clear,
  }
}
