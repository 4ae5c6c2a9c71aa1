import { handlesOf, kinds } from '@svc/model'
import type { Plan } from './plan.ts'
import { type KindName, Ref, type Series, type Step, withRefs } from './step.ts'

/** What a company has once, however large it is: copies use that of the first. */
const kept = new Set(['user', 'integration', 'scorecard', 'template'])

/**
 * All sign in at the same place, so the copies are connected: one graph, in which one failure affects all.
 */
const loginApi = 'login-oidc'

/** The first plan as it is, and the others with their own names, in the order in which things happened. */
export function joinCopies([first, ...others]: readonly [Plan, ...Plan[]]): Plan {
  const all = [first, ...others.map((plan, index) => copyOf(plan, index + 2))]
  return {
    people: first.people,
    history: all.flatMap(({ history }) => history).sort((a, b) => a.at.getTime() - b.at.getTime()),
    measurements: all.flatMap(({ measurements }) => measurements),
  }
}

function copyOf({ people, history, measurements }: Plan, place: number): Plan {
  const step = (one: Step): Step => ({
    ...one,
    key: keyIn(place, one.key),
    fields: fieldsIn(place, one.kind, one.fields),
  })
  const series = (one: Series): Series => ({
    ...one,
    shared: fieldsIn(place, one.kind, one.shared),
    draw() {
      const { rows, steps } = one.draw()
      return { rows, steps: steps.map(step) }
    },
  })
  return {
    people,
    history: history.filter(({ kind }) => !kept.has(kind)).map(step),
    measurements: measurements.map(series),
  }
}

const keyIn = (place: number, key: string): string => `${key} ${place}`

function fieldsIn(place: number, kind: KindName, fields: Step['fields']): Step['fields'] {
  const isEdge = kind === 'dependency'
  const called = handlesOf(kinds[kind])
  const pointed = withRefs(fields, (ref) => {
    const isKept = kept.has(ref.kind) || (isEdge && ref.key === loginApi)
    return isKept ? ref : new Ref(ref.kind, keyIn(place, ref.key))
  })
  return Object.fromEntries(
    Object.entries(pointed).map(([key, value]) => [
      key,
      called.includes(key) && typeof value === 'string' ? nameIn(place, value) : value,
    ]),
  )
}

const nameIn = (place: number, name: string): string =>
  `${name}${/^[a-z\d_-]+$/.test(name) ? '-' : ' '}${place}`
