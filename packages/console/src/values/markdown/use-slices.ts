import { useEffect, useRef, useState } from 'react'
import type { Answer, Wanted } from './slice-worker.ts'
import { plainPartsOf, type Slice, sliceOf } from './slices.ts'

interface Shown {
  readonly slices: readonly Slice[]
  /** Parsing took too long, so the source is shown. */
  readonly isPlain: boolean
}

/** Some texts keep a parser busy for hours. */
const timeoutMs = 10_000

const noop = (_from: number): void => {}

/**
 * The slices of a large document that have been requested so far; the previous document stays until the new one is
 * ready.
 */
export function useSlices(text: string): Shown & { readonly hasMore: boolean; more(): void } {
  const [shown, show] = useState<Shown>({ slices: [], isPlain: false })
  const ask = useRef(noop)

  useEffect(() => {
    const add = ({ from, slice }: Answer, isPlain: boolean) =>
      show((before) => {
        if (from === 0) return { slices: [slice], isPlain }
        // Two requests get two responses.
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
    const timer = setTimeout(giveUp, timeoutMs)
    worker.onerror = giveUp
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer)
      add(data, false)
    }
    ask.current = (from) => send({ from })
    send({ text, from: 0 })
    return () => {
      end()
      ask.current = noop
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
