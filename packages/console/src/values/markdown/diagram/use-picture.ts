import { useEffect, useState } from 'react'
import type { Drawn } from './diagram-worker.ts'

const timeoutMs = 4_000

/** One after the other: a document may have a thousand diagrams. */
let queue: Promise<unknown> = Promise.resolve()

/** The diagram once it is laid out, or why it is not; undefined until then. */
export function usePicture(source: string, isWanted: boolean): Drawn | undefined {
  const [drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const turn = queue.then(() => (isOver ? undefined : draw(source)))
    queue = turn
    void turn.then((result) => {
      if (result && !isOver) setDrawn(result)
    })
    return () => {
      isOver = true
    }
  }, [source, isWanted])
  return drawn
}

function draw(source: string): Promise<Drawn> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./diagram-worker.ts', import.meta.url), { type: 'module' })
    const end = (result: Drawn) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(() => end({ trouble: 'This diagram takes too long to draw.' }), timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<Drawn>) => end(data)
    worker.onerror = () => end({ trouble: 'This diagram cannot be drawn here.' })
    worker.postMessage(source)
  })
}
