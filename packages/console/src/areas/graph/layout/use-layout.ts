import { useEffect, useState } from 'react'
import type { LayoutInput, Placed } from './placed.ts'

interface LayoutState {
  readonly placed: Placed | undefined
  readonly input: LayoutInput | undefined
  readonly problem: Error | undefined
}

const empty: LayoutState = { placed: undefined, input: undefined, problem: undefined }

/** The layout of a graph; the previous one stays until it is ready. Outdated requests are dropped. */
export function useLayout(input: LayoutInput | undefined): LayoutState {
  const [laid, setLaid] = useState(empty)
  useEffect(() => {
    if (!input) return
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Placed>) =>
      setLaid({ placed: data, input, problem: undefined })
    worker.onerror = () =>
      setLaid({
        ...empty,
        problem: new Error('The graph could not be laid out. The list view shows the same.'),
      })
    worker.postMessage(input)
    return () => worker.terminate()
  }, [input])
  return laid
}
