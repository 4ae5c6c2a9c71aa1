import { useEffect, useState } from 'react'
import type { LayoutInput, Placed } from './placed.ts'

interface Laid {
  readonly placed: Placed | undefined
  readonly input: LayoutInput | undefined
  readonly problem: Error | undefined
}

const nothing: Laid = { placed: undefined, input: undefined, problem: undefined }

/** The picture of a graph; the one before stays until it is there. A question that is no longer asked is dropped. */
export function useLayout(input: LayoutInput | undefined): Laid {
  const [laid, setLaid] = useState(nothing)
  useEffect(() => {
    if (!input) return
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Placed>) =>
      setLaid({ placed: data, input, problem: undefined })
    worker.onerror = () =>
      setLaid({ ...nothing, problem: new Error('The graph could not be laid out. Its list shows the same.') })
    worker.postMessage(input)
    return () => worker.terminate()
  }, [input])
  return laid
}
