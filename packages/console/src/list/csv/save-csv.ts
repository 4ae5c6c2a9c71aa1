import { saveFile } from '../../api/save-file.ts'

/** The mark at the beginning tells spreadsheets that it is UTF-8. */
export const saveCsv = (parts: readonly string[], name: string): void =>
  saveFile(new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }), name)

/** What is in it, and when that was so. */
export const csvName = (words: readonly string[]): string =>
  `${[...words, new Date().toISOString().slice(0, 10)].join('-').replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`
