import type { ELK } from 'elkjs/lib/elk-api.js'
import { useEffect, useRef, useState } from 'react'
import { returnElk, takeElk } from './elk.ts'
import { layOut } from './layout.ts'
import type { LayoutInput, Placed } from './placed.ts'

interface Question {
  readonly input: LayoutInput
}

interface LayoutState<Q extends Question> {
  readonly laid: { readonly placed: Placed; readonly question: Q } | undefined
  readonly problem: Error | undefined
}

const patienceMs = 500

/**
 * The layout of a graph, with the question that it answers; the previous one stays until it is ready, and so does the
 * focus. Outdated requests are dropped.
 */
export function useLayout<Q extends Question>(question: Q): LayoutState<Q> {
  const [state, setState] = useState<LayoutState<Q>>({ laid: undefined, problem: undefined })
  const engine = useRef<ELK>(undefined)
  useEffect(
    () => () => {
      if (engine.current) returnElk(engine.current)
      engine.current = undefined
    },
    [],
  )
  useEffect(() => {
    let isUnderWay = true
    engine.current ??= takeElk()
    const startedAt = performance.now()
    layOut(engine.current, question.input).then(
      (placed) => {
        if (!isUnderWay) return
        isUnderWay = false
        setState({ laid: { placed, question }, problem: undefined })
      },
      () => {
        if (!isUnderWay) return
        setState({
          laid: undefined,
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
  }, [question])
  return state
}
