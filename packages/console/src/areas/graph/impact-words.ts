import { countInWords, hitCount, type Impact } from './graph.ts'

const entitiesAre = (count: number): string => (count === 1 ? 'entity is' : 'entities are')

/** How many are affected, how severely, and how many are not shown. */
export function hitInWords(impact: Impact): readonly string[] {
  const { entities, inactive, leftOut, leftOutIsExact } = impact
  const count = hitCount(impact)
  const farthest = entities.at(-1)?.distance ?? 0
  const { soft, further } = impact.counts
  const isCut = leftOut > 0
  return [
    count.hit === 0
      ? 'Nothing in the catalog is affected.'
      : `${capital(countInWords(count))} ${entitiesAre(count.hit)} affected${isCut ? '' : `, up to ${farthest} ${farthest === 1 ? 'step' : 'steps'} away`}.`,
    isCut &&
      `The nearest ${entities.length.toLocaleString()} are shown, ${leftOutIsExact ? '' : 'at least '}${leftOut.toLocaleString()} are not; teams, people and SLOs below are for those shown.`,
    soft > 0 && `${soft.toLocaleString()} of them only through soft dependencies.`,
    further > 0 &&
      `${leftOutIsExact ? '' : 'At least '}${further.toLocaleString()} more ${further === 1 ? 'is' : 'are'} further away than that.`,
    inactive.length > 0 &&
      `${inactive.length.toLocaleString()} more ${inactive.length === 1 ? 'is' : 'are'} archived or retired and not counted.`,
  ].filter((sentence) => sentence !== false)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
