import { setFlagsFromString } from 'node:v8'

const growthPercent = 50
const quietMs = 10_000

/**
 * Building large answers produces a lot of garbage, and V8 lets the heap grow to several times what is alive
 * before it collects. While such answers are being built it is made to collect sooner; that slows writes down
 * a little, so the default is restored once none has been built for a while.
 */
export function createEarlyCollection(): () => void {
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    timer = undefined
    setFlagsFromString('--heap-growing-percent=0')
  }
  return () => {
    if (timer) {
      timer.refresh()
      return
    }
    setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
    timer = setTimeout(end, quietMs).unref()
  }
}
