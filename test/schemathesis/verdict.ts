import { allOperations } from '@svc/model'
import type { Outcome, Report } from './attack.ts'

/** Why a run failed; an empty list if it passed. */
export function faultsOf(outcome: Outcome): readonly string[] {
  const { report } = outcome
  if (!report?.complete) return ['Schemathesis did not finish.']
  return [...findings(report), ...serverErrors(outcome), ...untested(report), ...neverWell(outcome)]
}

const findings = ({ failures, errors }: Report): readonly string[] => [
  ...failures.map(({ code, title, count }) => `${code} ${title}: ${count}`),
  ...errors.map(({ title, count }) => `Error: ${title}: ${count}`),
]

const serverErrors = ({ tally }: Outcome): readonly string[] =>
  Object.entries(tally).flatMap(([operation, statuses]) =>
    Object.entries(statuses).flatMap(([status, count]) =>
      Number(status) >= 500 ? [`${operation} answered ${status}, ${count} times`] : [],
    ),
  )

const untested = ({ operations }: Report): readonly string[] =>
  operations && operations.tested === operations.total
    ? []
    : [
        `Only ${operations?.tested ?? 0} of ${operations?.total ?? 0} operations were reached; give it more time.`,
      ]

/** Metadata is a signed document of a provider, and the link that proves a domain comes by mail: nobody makes them up. */
const neverMadeUp: readonly string[] = ['readProviderMetadata', 'confirmSsoDomain']

/** A run in which an operation was always rejected has shown little about it. */
function neverWell({ caller, tally }: Outcome): readonly string[] {
  if (!caller.scopes.includes('admin')) return []
  const refused = allOperations.filter(
    ({ id, scope }) =>
      scope !== null &&
      !neverMadeUp.includes(id) &&
      !Object.keys(tally[id] ?? {}).some((status) => /^(2|304)/.test(status)),
  )
  return refused.map(({ id }) => `${id} never succeeded, though the caller may do everything.`)
}

/** One line: who, how much, and how it was answered. */
export function summaryOf({ caller, report, tally }: Outcome): string {
  const statuses = new Map<string, number>()
  for (const counts of Object.values(tally)) {
    for (const [status, count] of Object.entries(counts)) {
      const group = `${status[0]}xx`
      statuses.set(group, (statuses.get(group) ?? 0) + count)
    }
  }
  const answers = [...statuses].sort().map(([group, count]) => `${count} ${group}`)
  const { generated = 0 } = report?.test_cases ?? {}
  const { tested = 0, total = 0 } = report?.operations ?? {}
  return `${caller.name}: ${generated} cases over ${tested} of ${total} operations; answers: ${answers.join(', ')}`
}
