import { setFlagsFromString } from 'node:v8'

const growthPercent = 50
const quietMs = 10_000

/**
 * Making large answers leaves much behind that nobody needs, and the collector lets that grow to several times what
 * is alive before it looks. While such answers are made it looks sooner; writes, which pay for that, get its usual
 * pace back once nobody has asked for one for a while.
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
