import { useEffect, useRef, useState } from 'react'
import type { Answer, Wanted } from './slice-worker.ts'
import { plainPartsOf, type Slice, sliceOf } from './slices.ts'

interface Shown {
  readonly slices: readonly Slice[]
  /** It took too long to take apart, so it is shown as it was written. */
  readonly isPlain: boolean
}

/** There are texts over which a parser broods for hours. */
const patienceMs = 10_000

const nobody = (_from: number): void => {}

/** The slices of a large document, as far as somebody wanted to see it; those before stay until others are there. */
export function useSlices(text: string): Shown & { readonly hasMore: boolean; more(): void } {
  const [shown, show] = useState<Shown>({ slices: [], isPlain: false })
  const ask = useRef(nobody)

  useEffect(() => {
    const add = ({ from, slice }: Answer, isPlain: boolean) =>
      show((before) => {
        if (from === 0) return { slices: [slice], isPlain }
        // Who asks twice is answered twice.
        return before.slices.at(-1)?.next === from ? { slices: [...before.slices, slice], isPlain } : before
      })
    const worker = new Worker(new URL('./slice-worker.ts', import.meta.url), { type: 'module' })
    const send = (wanted: Wanted) => worker.postMessage(wanted)
    const end = () => {
      clearTimeout(timer)
      worker.terminate()
    }
    const giveUp = () => {
      end()
      const parts = plainPartsOf(text)
      ask.current = (from) => add({ from, slice: sliceOf(parts, from) }, true)
      ask.current(0)
    }
    const timer = setTimeout(giveUp, patienceMs)
    worker.onerror = giveUp
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      add(data, false)
    }
    ask.current = (from) => send({ from })
    send({ text, from: 0 })
    return () => {
      end()
      ask.current = nobody
    }
  }, [text])

  const next = shown.slices.at(-1)?.next ?? null
  return {
    ...shown,
    hasMore: next !== null,
    more: () => {
      if (next !== null) ask.current(next)
    },
  }
}
