import type { Box } from '../fold/fold.ts'

export const boxWidth = 212
const lines = { two: 48, three: 64 } as const

/** A line for what is in it, where there is something. */
export const sizeOf = ({ kind, holds }: Box) => ({
  width: boxWidth,
  height: kind === 'group' || holds.length > 1 ? lines.three : lines.two,
})
