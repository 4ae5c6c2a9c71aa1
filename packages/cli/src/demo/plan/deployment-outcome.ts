import { later, minuteMs } from '../calendar.ts'
import { type Trouble, troubles } from '../company/troubles.ts'
import type { Random } from '../random.ts'

export interface Stage {
  readonly targetId: string
  readonly name: string
  /** How long a release stays here before it may proceed. */
  readonly minimumHours: number
  readonly isLast: boolean
  readonly minutes: readonly [shortest: number, longest: number]
  readonly troubles: keyof typeof troubles
}

export interface Outcome {
  readonly status: string
  readonly statusMessage: string | null
  readonly errorMessage: string | null
  readonly completedAt: Date | null
}

export function outcomeOf(
  { troubles: sort, minutes: [shortest, longest] }: Stage,
  { startedAt, now }: { readonly startedAt: Date; readonly now: Date },
  random: Random,
): Outcome {
  const completedAt = later(startedAt, Math.round(random.between(shortest, longest) * minuteMs))
  const trouble = drawTrouble(troubles[sort], random.between(0, 100))
  const errorMessage = trouble ? random.pick(trouble.messages) : null
  if (completedAt >= now) {
    const statusMessage = 'Waiting for health checks'
    return { status: 'deploying', statusMessage, errorMessage: null, completedAt: null }
  }
  const statusMessage = trouble ? null : 'Healthy'
  return { status: trouble?.status ?? 'success', statusMessage, errorMessage, completedAt }
}

function drawTrouble(possible: readonly Trouble[], drawn: number): Trouble | undefined {
  let sum = 0
  return possible.find(({ percent }) => {
    sum += percent
    return drawn < sum
  })
}
