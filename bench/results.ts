import { mkdir, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, platform } from 'node:os'
import { join, relative } from 'node:path'

const folder = join(import.meta.dirname, 'results')

interface Result {
  readonly report: string
  /** The figures behind the report, for programs. */
  readonly figures?: object
}

/** The kind of machine, within which figures can be compared. The report has the details. */
export function machineKind(): string {
  return `${platform()}-${arch()}-${availableParallelism()}-cores`
}

/** Replaces the last run of this kind on this kind of machine: older ones are in git's history. */
export async function keepResult(name: string, { report, figures }: Result, into = folder): Promise<void> {
  const place = join(into, machineKind())
  await mkdir(place, { recursive: true })
  await writeFile(join(place, `${name}.md`), report)
  if (figures) await writeFile(join(place, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`)
  console.error(`Saved: ${relative(process.cwd(), join(place, `${name}.md`))}`)
}
