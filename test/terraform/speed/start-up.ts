import { median } from '../../../bench/median.ts'
import { startProvider } from '../../../packages/provider/packaging/start-provider.ts'
import type { Figure } from './figures.ts'

export interface Build {
  readonly about: string
  readonly executable: string
  readonly targetMs: number
}

/** From asking the system for a process to the handshake, in turns, so that what disturbs one disturbs all. */
export async function measureStartUp(builds: readonly Build[], runs: number): Promise<readonly Figure[]> {
  const times = builds.map(() => [] as number[])
  for (let run = 0; run < runs; run++) {
    for (const [index, { executable }] of builds.entries()) {
      const started = await startProvider(executable)
      times[index]?.push(started.readyMs)
      await started.stop()
    }
  }
  return builds.map(({ about, targetMs }, index) => ({
    about: `start to handshake, ${about}`,
    value: median(times[index] ?? []),
    unit: 'ms',
    target: targetMs,
  }))
}
