import styles from './scorecards.module.css'
import type { Owners, Score } from './scores.ts'

/** How many of the graded entities have an owner, or none, that this page does not know. */
export const countUnknown = (scores: readonly Score[], owners: Owners): number =>
  new Set(scores.filter(({ entityId }) => !owners.has(entityId)).map(({ entityId }) => entityId)).size

/** Says that owners are missing, so that nobody takes what is counted by team for the whole. */
export function UnknownOwners({ scores, owners }: { scores: readonly Score[]; owners: Owners }) {
  const count = countUnknown(scores, owners)
  if (count === 0) return null
  return (
    <p className={styles.soft}>
      {count === 1
        ? 'The owner of 1 graded entity is not known here, so it is not counted for any team.'
        : `The owners of ${count.toLocaleString()} graded entities are not known here, so they are not counted for any team.`}
    </p>
  )
}
