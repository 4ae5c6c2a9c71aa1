import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../behaviour.ts'
import { assess } from './assess.ts'

type Slo = Stored<Kinds['slo']>

/** New terms or a new value make a new budget at once; the calculator refines it at the next quarter hour. */
export const sloBehaviour = behaviour<Slo>(kinds.slo, {
  async prepare({ next, before, given }, change) {
    const hasNewType = before !== undefined && before.type !== next.type
    const hasNewTerms =
      before === undefined || hasNewType || before.target !== next.target || before.window !== next.window
    const currentValue = hasNewType && !given.has('currentValue') ? null : next.currentValue
    if (!hasNewTerms && currentValue === before.currentValue) return next

    const slo = { ...next, currentValue, termsChangedAt: hasNewTerms ? change.at : next.termsChangedAt }
    const { state } = await assess(change, slo, new Date(change.at))
    return {
      ...slo,
      ...state,
      lastUpdatedAt: currentValue === null && before === undefined ? null : change.at,
    }
  },
})
