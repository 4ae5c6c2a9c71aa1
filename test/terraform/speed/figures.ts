import { judgeAtMost } from '../../../bench/targets.ts'

export interface Figure {
  readonly about: string
  readonly value: number
  readonly unit: '×' | 's' | 'ms' | 'requests' | ''
  /** At most. Some figures are only there to understand the others by. */
  readonly target?: number
}

const digits = { '×': 2, s: 1, ms: 0, requests: 0, '': 1 } as const

export function tableOf(figures: readonly Figure[]): string {
  const lines = figures.map(({ about, value, unit, target }) => {
    const verdict = target === undefined ? undefined : judgeAtMost(value, target, unit)
    const holds = verdict === undefined ? '' : verdict.holds ? 'yes' : 'NO'
    return [about, `${value.toFixed(digits[unit])} ${unit}`.trim(), verdict?.target ?? '', holds]
  })
  const rows = [['', 'measured', 'target', 'holds'], ['---', '---', '---', '---'], ...lines]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export const missed = (figures: readonly Figure[]): readonly Figure[] =>
  figures.filter(
    ({ value, unit, target }) => target !== undefined && !judgeAtMost(value, target, unit)?.holds,
  )
