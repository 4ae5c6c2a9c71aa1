export type Log = (line: Readonly<Record<string, unknown>>) => void
