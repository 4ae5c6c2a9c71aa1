import { allKinds } from '@svc/model'
import type { QueryClient } from '@tanstack/query-core'
import { isLongList } from '../api/long-list.ts'

const minuteMs = 60_000
/** After the time has come the server is at work for a moment, and with many records for longer. */
const delaysMs = [10_000, 60_000]

/** Asks again for what is calculated by the clock, which no event tells of. */
export function followClock(queries: QueryClient, mode: string): () => void {
  const stops = allKinds.flatMap(({ name, everyMinutes }) =>
    everyMinutes === undefined
      ? []
      : delaysMs.map((delayMs) =>
          everyTime(everyMinutes * minuteMs, delayMs, () => {
            const predicate = (query: Parameters<typeof isLongList>[0]) => !isLongList(query)
            void queries.invalidateQueries({ queryKey: [mode, name], predicate })
          }),
        ),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

/** Each time that the clock shows a whole multiple of a period, and some time later. */
function everyTime(periodMs: number, delayMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const plan = () => {
    timer = setTimeout(
      () => {
        run()
        plan()
      },
      periodMs - ((Date.now() - delayMs) % periodMs),
    )
  }
  plan()
  return () => clearTimeout(timer)
}
