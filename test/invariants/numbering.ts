import { kinds } from '@svc/model'
import type { LoggedEvent, State } from './state.ts'

/** Issues are numbered 1, 2, 3, … in the order they were created, each once. */
export function numbersAreWhole(state: State): readonly string[] {
  const { partitions, events, records, counters } = state
  const found: string[] = []
  for (const { id } of partitions) {
    const log = events.get(String(id)) ?? []
    const numbered = log.filter(({ type }) => type === 'issue.numbered')
    const numbers = numbered.map(({ after }) => Number(after?.sequenceNumber))
    const wrong = numbers.findIndex((number, index) => number !== index + 1)
    if (wrong >= 0) found.push(`${id} gave number ${numbers[wrong]} as its ${wrong + 1}th`)
    const counter = counters.find(({ partition_id, name }) => partition_id === id && name === 'issue')
    if (Number(counter?.value ?? 0) !== numbers.length)
      found.push(`${id} counts ${counter?.value}, and gave ${numbers.length} numbers`)
    if (!isInOrder(log, numbered)) found.push(`${id} did not number in the order of creation`)
  }
  const given = new Map([...events.values()].flat().flatMap(toNumber))
  for (const { id, record } of records.get(kinds.issue) ?? []) {
    if ((given.get(id) ?? null) !== record.sequenceNumber)
      found.push(`issue ${id} has number ${record.sequenceNumber}, and was given ${given.get(id)}`)
  }
  return found
}

const toNumber = ({ type, subjectId, after }: LoggedEvent): readonly (readonly [string, unknown])[] =>
  type === 'issue.numbered' ? [[subjectId, after?.sequenceNumber]] : []

function isInOrder(log: readonly LoggedEvent[], numbered: readonly LoggedEvent[]): boolean {
  const createdAt = new Map(
    log.filter(({ type }) => type === 'issue.created').map(({ subjectId, seq }) => [subjectId, seq]),
  )
  const order = numbered.map(({ subjectId }) => createdAt.get(subjectId) ?? Number.NaN)
  return order.every((seq, index) => index === 0 || seq > (order[index - 1] ?? 0))
}

/** What background work has not reached yet. */
export function leftToDo({ partitions, records, followers }: State): readonly string[] {
  const unnumbered = (records.get(kinds.issue) ?? []).filter(({ record }) => record.sequenceNumber === null)
  const behind = partitions.filter(({ id, last_seq }) =>
    ['issue-numbering', 'scorecard-grading'].some(
      (follower) =>
        Number(last_seq) > 0 &&
        followers.find(({ partition_id, name }) => partition_id === id && name === follower)?.seq !==
          last_seq,
    ),
  )
  return [
    ...unnumbered.map(({ id }) => `issue ${id} has no number`),
    ...behind.map(({ id }) => `${id} is not followed to its end`),
  ]
}
