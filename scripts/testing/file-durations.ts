interface Summary {
  readonly file?: string
  readonly duration_ms: number
}

interface TestEvent {
  readonly type: string
  readonly data: unknown
}

const shownFromMs = 1_000

/** A reporter for Node's test runner: how long each file took, the slowest first. Used in addition to another one. */
// biome-ignore lint/style/noDefaultExport: that is how the runner takes a reporter from a file.
export default async function* fileDurations(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const started = performance.now()
  const files = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type !== 'test:summary') continue
    const { file, duration_ms } = data as Summary
    if (file !== undefined) files.set(file, duration_ms)
  }
  yield* durationLines(files, performance.now() - started)
}

export function* durationLines(files: ReadonlyMap<string, number>, wallMs: number): Generator<string> {
  const slowestFirst = [...files].sort(([, a], [, b]) => b - a)
  const shown = slowestFirst.filter(([, ms]) => ms >= shownFromMs)
  const quick = slowestFirst.slice(shown.length)
  yield `\nSeconds per file, the slowest first:\n`
  for (const [file, ms] of shown) yield line(ms, relativeTo(file))
  if (quick.length > 0) yield line(sum(quick), `${quick.length} files of less than a second each`)
  yield line(sum(slowestFirst), `${slowestFirst.length} files, one after the other`)
  yield line(wallMs, 'in total, in parallel')
}

const sum = (files: readonly (readonly [string, number])[]): number =>
  files.reduce((total, [, ms]) => total + ms, 0)

const line = (ms: number, what: string): string => `${(ms / 1000).toFixed(1).padStart(8)}  ${what}\n`

const relativeTo = (file: string): string =>
  file.startsWith(`${process.cwd()}/`) ? file.slice(process.cwd().length + 1) : file
