import { type GroupMappingPreview, keyInWords } from '@svc/model'
import type { ReactNode } from 'react'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { type Effect, effectsOf, namesOf, peopleInWords } from './effects.ts'
import styles from './mappings.module.css'
import { TeamName } from './team-name.tsx'

/** What would change for whom. */
export function EffectsList({ preview }: { readonly preview: GroupMappingPreview }) {
  return (
    <>
      {effectsOf(preview).map((effect) => (
        <div key={headOf(effect)} className={styles.effect} data-effect={effect.is}>
          <p>{inWords(effect)}</p>
          <p className={parts.faint}>{namesOf(effect.people)}</p>
        </div>
      ))}
      {preview.truncated && <Note tone="warn">More would change than is listed here.</Note>}
    </>
  )
}

const headOf = ({ people: _, ...shared }: Effect): string => JSON.stringify(shared)

function inWords(effect: Effect): ReactNode {
  const count = effect.people.length
  const people = peopleInWords(count)
  const isOne = count === 1
  switch (effect.is) {
    case 'joins':
      return (
        <>
          {people} {isOne ? 'joins' : 'join'} <TeamName id={effect.teamId} mode={effect.mode} />.
        </>
      )
    case 'leaves':
      return (
        <>
          {people} {isOne ? 'leaves' : 'leave'} <TeamName id={effect.teamId} mode={effect.mode} />.
        </>
      )
    case 'role':
      return (
        <>
          {people} {isOne ? 'gets' : 'get'} the role <strong>{keyInWords(effect.to).toLowerCase()}</strong>{' '}
          instead of {keyInWords(effect.from).toLowerCase()}.
        </>
      )
    case 'held back':
      return (
        <>
          Held back for {people}. {effect.reason}
        </>
      )
  }
}
