import type { Io } from '../command.ts'
import { counted } from '../counted.ts'
import { lineOn } from '../progress-line.ts'
import type { ExportFile } from './export-file.ts'

const width = 30

/** A bar that grows as a file is read; of a pipe, whose end is not known, only the rows. */
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
