import type { Io } from './command.ts'

/** One line of JSON for machines, the command's own text for people. */
export function print<T>(
  io: Io,
  { json, value, text }: { readonly json: boolean; readonly value: T; readonly text: (value: T) => string },
): void {
  io.out(`${json ? JSON.stringify(value) : text(value)}\n`)
}

/** What a command has created; a program that reads it gets JSON by default. */
export function printCreated<T>(
  io: Io,
  { json, value, text }: { readonly json: boolean; readonly value: T; readonly text: (value: T) => string },
): void {
  print(io, { json: json || !io.isRead, value, text })
}

/** Rows under headings, or a sentence if there are none. */
export function table<T>(
  items: readonly T[],
  fields: Readonly<Record<string, (item: T) => string>>,
  none: string,
): string {
  if (items.length === 0) return none
  const rows = items.map((item) => Object.values(fields).map((field) => field(item)))
  return columns([Object.keys(fields).map((name) => name.toUpperCase()), ...rows], '')
}

/** Aligned columns; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
    )
    .join('\n')
}

/** A time to the minute, in UTC. */
export const minute = (time: unknown, none = '-'): string =>
  typeof time === 'string' ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : none

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`
