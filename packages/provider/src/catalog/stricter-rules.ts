import { type Kind, type Kinds, kinds, type Rule, type Stored } from '@svc/model'

const noScheduleByHand: Rule<Stored<Kinds['oncallBinding']>> = {
  field: 'scheduleId',
  about: () => 'must be left out for provider manual: svc keeps none there',
  holds: ({ provider, scheduleId }) => provider !== 'manual' || scheduleId === null || scheduleId === '',
}

/**
 * What the API takes and makes something else of. The host would find that what it planned did not come true,
 * so it is refused before.
 */
export const stricterRules = (kind: Kind): readonly Rule[] =>
  kind.name === kinds.oncallBinding.name ? [noScheduleByHand] : []
