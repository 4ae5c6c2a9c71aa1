import { allKinds } from '@svc/model'
import type { QueryClient } from '@tanstack/query-core'
import { isLongList } from '../api/long-list.ts'

const minuteMs = 60_000
/** The server takes a moment to recalculate, and longer with many records. */
const delaysMs = [10_000, 60_000]

/** Refetches what the server recalculates periodically, which no event announces. */
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

/** Runs at every multiple of a period on the clock, plus a delay. */
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
