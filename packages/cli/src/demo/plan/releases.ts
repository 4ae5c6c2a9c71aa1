import type { Random } from '../random.ts'
import type { Stage } from './deployment-outcome.ts'

export interface Version {
  readonly name: string
  /** What the app stores count by. */
  readonly code: string | null
}

/** One version after another, as teams number them: mostly a larger step, else a small one. */
export function versionsOf(platform: string, random: Random): { next(): Version } {
  const major = random.int(1, 9)
  let minor = random.int(3, 40)
  let patch = 0
  let code = random.int(2_100, 3_800)
  const hasCode = platform === 'ios' || platform === 'android'
  return {
    next() {
      const isLarger = random.chance(0.6)
      minor += isLarger ? 1 : 0
      patch = isLarger ? 0 : patch + 1
      code += random.int(1, 9)
      return { name: `${major}.${minor}.${patch}`, code: hasCode ? String(code) : null }
    },
  }
}

type Where = Pick<Stage, 'targetId' | 'name' | 'minutes'>

const trial = (minimumHours: number, where: Where): Stage => ({
  ...where,
  minimumHours,
  isLast: false,
  troubles: 'trial',
})

const last = (troubles: Stage['troubles'], where: Where): Stage => ({
  ...where,
  minimumHours: 0,
  isLast: true,
  troubles,
})

const service = [
  trial(1, { targetId: 'ghenv:staging', name: 'Staging', minutes: [4, 12] }),
  last('service', { targetId: 'ghenv:production', name: 'Production', minutes: [6, 18] }),
]

const stages: Readonly<Record<string, readonly Stage[]>> = {
  backend: service,
  web: service,
  ios: [
    trial(30, { targetId: 'appstore:testflight', name: 'TestFlight', minutes: [25, 50] }),
    last('store', { targetId: 'appstore:release', name: 'App Store', minutes: [30, 90] }),
  ],
  android: [
    trial(24, { targetId: 'play:internal', name: 'Internal testing', minutes: [15, 30] }),
    last('store', { targetId: 'play:production', name: 'Google Play', minutes: [20, 70] }),
  ],
}

export const stagesOf = (platform: string): readonly Stage[] => stages[platform] ?? []
