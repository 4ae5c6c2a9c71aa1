import { setFlagsFromString } from 'node:v8'

const growthPercent = 50
const quietMs = 10_000

/**
 * Making large answers produces a lot of garbage, and V8 lets the heap grow to several times what is alive before it
 * collects. While such answers are being made it collects sooner; that slows writes down a little, so its usual pace
 * is restored once none has been made for a while.
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
