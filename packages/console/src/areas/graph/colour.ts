import type { Box } from './fold/fold.ts'
import { healthOf, healthWords, type NodeHealth } from './health.tsx'

export const colourings = ['slo', 'owner', 'tier'] as const
export type Colouring = (typeof colourings)[number]

/** A colour, and what it means: the words are always beside it. */
export interface Tone {
  readonly key: string
  readonly label: string
}

export interface Tones {
  readonly legend: readonly Tone[]
  toneOf(box: Box): Tone
}

const healths: readonly NodeHealth[] = ['breached', 'atRisk', 'unknown', 'met', 'none']
const unset = 'unset'
/** As many owners as can be told apart; the others share one colour. */
const mostOwners = 7

/** The colours of the boxes that are shown. Nothing known is a colour of its own. */
export function tonesOf(boxes: readonly Box[], colouring: Colouring): Tones {
  if (colouring === 'slo') {
    const tone = (key: NodeHealth): Tone => ({ key, label: healthWords[key] })
    return { legend: healths.map(tone), toneOf: (box) => tone(healthOf(box)) }
  }
  if (colouring === 'tier') {
    const tone = (tier: number | null): Tone =>
      tier === null
        ? { key: unset, label: 'no tier' }
        : { key: `tier${Math.min(tier, 4)}`, label: `tier ${tier}` }
    const tiers = new Set(boxes.flatMap((box) => box.tier ?? []))
    return {
      legend: [...[...tiers].sort((a, b) => a - b).map(tone), tone(null)],
      toneOf: (box) => tone(box.tier),
    }
  }
  return ownerTones(boxes)
}

function ownerTones(boxes: readonly Box[]): Tones {
  const names = new Map(
    boxes.flatMap(({ ownerTeamId: id, ownerTeamName }) => (id ? [[id, ownerTeamName ?? id]] : [])),
  )
  const owned = Map.groupBy(
    boxes.flatMap(({ ownerTeamId }) => ownerTeamId ?? []),
    (id) => id,
  )
  const order = [...owned].sort(([, a], [, b]) => b.length - a.length).map(([id]) => id)
  const tones = new Map(
    order.map((id, index): [string, Tone] => [
      id,
      index < mostOwners
        ? { key: `owner${index}`, label: names.get(id) ?? id }
        : { key: 'owners', label: 'another owner' },
    ]),
  )
  const none: Tone = { key: unset, label: 'no owner' }
  const several: Tone = { key: 'several', label: 'several owners' }
  const toneOf = ({ ownerTeamId, holds }: Box): Tone => {
    if (ownerTeamId !== null) return tones.get(ownerTeamId) ?? none
    return holds.some((node) => node.ownerTeamId !== null) ? several : none
  }
  const legend = new Map([...tones.values(), ...boxes.map(toneOf), none].map((tone) => [tone.key, tone]))
  return { legend: [...legend.values()], toneOf }
}
