import type { ELK } from 'elkjs/lib/elk-api.js'
import { useEffect, useRef, useState } from 'react'
import { returnElk, takeElk } from './elk.ts'
import { layOut } from './layout.ts'
import type { LayoutInput, Placed } from './placed.ts'

interface LayoutState {
  readonly placed: Placed | undefined
  readonly input: LayoutInput | undefined
  readonly problem: Error | undefined
}

const patienceMs = 500
const empty: LayoutState = { placed: undefined, input: undefined, problem: undefined }

/** The layout of a graph; the previous one stays until it is ready. Outdated requests are dropped. */
export function useLayout(input: LayoutInput | undefined): LayoutState {
  const [laid, setLaid] = useState(empty)
  const engine = useRef<ELK>(undefined)
  useEffect(
    () => () => {
      if (engine.current) returnElk(engine.current)
      engine.current = undefined
    },
    [],
  )
  useEffect(() => {
    if (!input) return
    let isUnderWay = true
    engine.current ??= takeElk()
    const startedAt = performance.now()
    layOut(engine.current, input).then(
      (placed) => {
        if (!isUnderWay) return
        isUnderWay = false
        setLaid({ placed, input, problem: undefined })
      },
      () => {
        if (!isUnderWay) return
        setLaid({
          ...empty,
          problem: new Error('The graph could not be laid out. The list view shows the same.'),
        })
      },
    )
    return () => {
      // Whoever asks for something else does not wait for what takes long; starting anew takes a moment too.
      if (isUnderWay && performance.now() - startedAt > patienceMs) {
        engine.current?.terminateWorker()
        engine.current = undefined
      }
      isUnderWay = false
    }
  }, [input])
  return laid
}
